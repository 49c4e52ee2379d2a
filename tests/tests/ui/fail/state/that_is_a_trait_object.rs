// usage: a state has a size
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

use std::sync::Arc;

trait Repo: Send + Sync {}

/// Searches the repository.
#[mcp_tool]
async fn search(#[state] repo: &dyn Repo) {
    let _ = repo;
}

fn build(repo: Arc<dyn Repo>) {
    let _ = ToolRegistry::builder_arc(repo).tools(tools![search]).build();
}

fn main() {}
