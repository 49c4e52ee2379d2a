// usage: a mistake in the body is reported once
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> u8 {
    query
}

fn main() {}
