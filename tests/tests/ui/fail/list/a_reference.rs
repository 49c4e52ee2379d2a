// usage: an entry of `tools!` is a path
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Does one thing.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![&search]).build();
}

fn main() {}
