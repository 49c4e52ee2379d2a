// usage: a registry has the state of all its tools
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

struct Archive;
struct Log;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &Archive, #[state] log: &Log, query: String) -> String {
    let _ = (archive, log);
    query
}

/// Fetches a page.
#[mcp_tool]
async fn fetch(#[state] archive: &Archive) {
    let _ = archive;
}

fn build() {
    let _ = ToolRegistry::builder(Archive)
        .tools(tools![fetch, search])
        .build();
}

fn main() {}
