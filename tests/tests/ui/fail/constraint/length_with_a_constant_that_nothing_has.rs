// usage: a length admits something
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const MAX: usize = 3;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(9..=MAX))] it: String) {
    let _ = it;
}

fn main() {}
