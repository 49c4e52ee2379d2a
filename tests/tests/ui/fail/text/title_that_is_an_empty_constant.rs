// R09: a title is display text
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const TITLE: &str = " ";

/// Searches the archive.
#[mcp_tool(title = TITLE)]
async fn search(query: String) -> String {
    query
}

fn main() {}
