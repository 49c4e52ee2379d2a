// usage: a registry is shared between threads
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

use std::cell::Cell;
use std::sync::Arc;

struct App {
    calls: Cell<u32>,
}

/// Counts the calls.
#[mcp_tool]
async fn count() {}

fn build(app: Arc<App>) {
    let _ = ToolRegistry::builder_arc(app).tools(tools![count]).build();
}

fn main() {}
