// R01: a name is a string
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const NAME: usize = 5;

/// Searches the archive.
#[mcp_tool(name = NAME)]
async fn search(query: String) -> String {
    query
}

fn main() {}
