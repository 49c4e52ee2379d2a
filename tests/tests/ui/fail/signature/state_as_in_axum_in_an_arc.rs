// usage: what the server provides has a marker
use mcp_tool_runtime::mcp_tool;

use std::sync::Arc;

struct State<T>(T);

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(State(store): State<Arc<Store>>) {
    let _ = store;
}

fn main() {}
