// R04: no white space in a name
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

mod names {
    pub const SEARCH: &str = "search archive";
}

/// Searches the archive.
#[mcp_tool(name = names::SEARCH)]
async fn search(query: String) -> String {
    query
}

fn main() {}
