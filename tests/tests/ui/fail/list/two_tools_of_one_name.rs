// R06: names are unique within one server
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

/// Searches the web.
#[mcp_tool(name = "search")]
async fn search_web(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![search, search_web])
        .build();
}

fn main() {}
