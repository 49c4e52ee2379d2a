// usage: one error for each derive that is missing
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
