// usage: a registry has the state of all its tools
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

use std::sync::Arc;

struct Store;

/// Searches the store.
#[mcp_tool]
async fn search(#[state] store: &Arc<Store>) {
    let _ = store;
}

fn build(store: Arc<Store>) {
    let _ = ToolRegistry::builder_arc(store).tools(tools![search]).build();
}

fn main() {}
