// R09: a title is display text
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const TITLE: u8 = 5;

/// Searches the archive.
#[mcp_tool(title = TITLE)]
async fn search(query: String) -> String {
    query
}

fn main() {}
