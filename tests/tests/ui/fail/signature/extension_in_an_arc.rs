// usage: what the server provides has a marker
use mcp_tool_runtime::mcp_tool;

use std::sync::Arc;

struct Extension<T>(T);

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(Extension(store): Extension<Arc<Store>>) {
    let _ = store;
}

fn main() {}
