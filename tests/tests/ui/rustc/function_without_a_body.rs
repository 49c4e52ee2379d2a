// usage: a tool needs a body
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> String;

fn main() {}
