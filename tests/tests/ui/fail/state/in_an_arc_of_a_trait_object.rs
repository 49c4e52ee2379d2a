// usage: state is lent to a tool
use mcp_tool_runtime::mcp_tool;

use std::sync::Arc;

trait Repo: Send + Sync {}

/// Searches the store.
#[mcp_tool]
async fn search(#[state] repo: Arc<dyn Repo>) {
    let _ = repo;
}

fn main() {}
