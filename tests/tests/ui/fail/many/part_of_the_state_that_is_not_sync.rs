// usage: a registry is shared between threads
use std::cell::Cell;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Counts calls.
#[mcp_tool]
async fn count(#[state] calls: &Cell<u32>) -> u32 {
    calls.get()
}

fn build() {
    let _ = ToolRegistry::builder(Cell::new(0))
        .tools(tools![count])
        .build();
}

fn main() {}
