// usage: state is lent to a tool
use mcp_tool_runtime::mcp_tool;

use std::sync::Arc;

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(#[state] store: Arc<Store>) {
    let _ = store;
}

fn main() {}
