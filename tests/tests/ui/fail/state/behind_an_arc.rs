// usage: a registry has the state of all its tools
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

use std::sync::Arc;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &Archive, query: String) -> String {
    let _ = archive;
    query
}

fn build() {
    let _ = ToolRegistry::builder(Arc::new(Archive))
        .tools(tools![search])
        .build();
}

fn main() {}
