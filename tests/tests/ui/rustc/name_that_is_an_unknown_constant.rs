// R01: a name is a string
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const NAME: &str = "search";

/// Searches the archive.
#[mcp_tool(name = NAEM)]
async fn search(query: String) -> String {
    query
}

fn main() {}
