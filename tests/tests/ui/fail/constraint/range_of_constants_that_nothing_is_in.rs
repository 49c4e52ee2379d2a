// usage: a range admits something
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const MIN: u8 = 9;
const MAX: u8 = 3;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(MIN..=MAX))] it: u8) {
    let _ = it;
}

fn main() {}
