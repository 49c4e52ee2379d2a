// usage: an argument is read and described, and of a type that is neither one thing is said
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Filter) {
    let _ = filter;
}

fn main() {}
