// usage: state is lent to a tool
use mcp_tool_runtime::mcp_tool;

use std::sync::Arc;

struct State<T>(T);

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(#[state] store: State<Arc<Store>>) {
    let _ = store.0;
}

fn main() {}
