// R09: a title is display text
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = "Search ‮evihcra")]
async fn search(query: String) -> String {
    query
}

fn main() {}
