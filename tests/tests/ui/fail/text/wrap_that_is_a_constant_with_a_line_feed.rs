// usage: what is wrapped has a name
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const NAME: &str = "items\n";

/// Searches the archive.
#[mcp_tool(wrap = NAME)]
async fn search(query: String) -> String {
    query
}

fn main() {}
