// usage: allow
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(allow = "undocumented")]
async fn search(query: String) -> String {
    query
}

fn main() {
    let _ = search;
}
