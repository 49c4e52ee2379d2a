// usage: what the server provides has a marker
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(store: &Store, query: String) -> String {
    let _ = store;
    query
}

fn main() {}
