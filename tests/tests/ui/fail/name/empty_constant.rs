// R02: a name has 1 to 128 characters
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const NAME: &str = "";

/// Searches the archive.
#[mcp_tool(name = NAME)]
async fn search(query: String) -> String {
    query
}

fn main() {}
