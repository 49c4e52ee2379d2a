// usage: with `companion = Name`, `tools!` lists `Name`
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches the archive.
#[mcp_tool(companion = SearchTool)]
async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![search]).build();
}

fn main() {}
