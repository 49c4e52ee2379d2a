// R06: every entry whose name is taken shows
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

/// Fetches.
#[mcp_tool]
async fn fetch(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![search, fetch, search, fetch])
        .build();
}

fn main() {}
