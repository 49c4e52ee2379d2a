// usage: `tools!` lists functions with `#[mcp_tool]`
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
        .tools(tools![search, fecth])
        .build();
}

fn main() {}
