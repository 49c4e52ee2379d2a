// usage: a registry takes its tools from `tools!`
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Does one thing.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tool(tools![search]).build();
}

fn main() {}
