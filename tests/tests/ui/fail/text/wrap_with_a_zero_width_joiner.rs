// usage: what is wrapped has a name
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(wrap = "it‍ems")]
async fn search(query: String) -> String {
    query
}

fn main() {}
