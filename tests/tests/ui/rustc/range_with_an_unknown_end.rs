// usage: the ends of a range must fit the type
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(0..=LIMIT))] it: u8) {
    let _ = it;
}

fn main() {}
