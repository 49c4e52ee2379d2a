// R06: names are unique within one server
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Does one thing.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

/// Does one thing.
#[mcp_tool]
async fn fetch(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![search, fetch, search])
        .build();
}

fn main() {}
