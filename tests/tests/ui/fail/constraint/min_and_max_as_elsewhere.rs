// usage: a range is `range(1..=5)`
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(min = 1)] it: u8) {
    let _ = it;
}

fn main() {}
