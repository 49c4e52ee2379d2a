// usage: strings have double quotes
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = 'Search')]
async fn search() {}

fn main() {}
