// R12: every parameter has a description, one with a header (R49) like any other
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {
    let _ = search;
}
