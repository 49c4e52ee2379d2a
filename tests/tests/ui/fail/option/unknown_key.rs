// usage: the known keys are listed where none is near
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(colour = "red")]
async fn search(query: String) -> String {
    query
}

fn main() {}
