// usage: printing
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// What to look for
    query: String,
) -> String {
    if query.is_empty() {
        println!("nothing to look for");
    }
    query
}

fn main() {
    let _ = search;
}
