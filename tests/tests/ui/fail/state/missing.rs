// usage: a registry has the state of all its tools
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

struct Archive;
struct App;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &Archive, query: String) -> String {
    let _ = archive;
    query
}

fn build() {
    let _ = ToolRegistry::builder(App).tools(tools![search]).build();
}

fn main() {}
