// usage: a name is written as it is seen
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(rename = "search⁠text")] query: String,
) -> String {
    query
}

fn main() {}
