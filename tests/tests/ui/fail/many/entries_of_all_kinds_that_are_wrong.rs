// usage: all mistakes show at once
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn helper() {}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![search, helper, "search", no_such_tool, search()])
        .build();
}

fn main() {}
