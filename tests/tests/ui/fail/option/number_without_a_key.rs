// usage: each option has a key
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(5)]
async fn search(query: String) -> String {
    query
}

fn main() {}
