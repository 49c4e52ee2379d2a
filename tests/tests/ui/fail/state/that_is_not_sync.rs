// usage: a registry is shared between threads
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

use std::cell::Cell;

struct App {
    calls: Cell<u32>,
}

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn build() {
    let app = App {
        calls: Cell::new(0),
    };
    let _ = ToolRegistry::builder(app).tools(tools![search]).build();
}

fn main() {}
