// usage: an entry of `tools!` may depend on a `#[cfg]`, and take no other attribute
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Does one thing.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![#[allow(unused)] search]).build();
}

fn main() {}
