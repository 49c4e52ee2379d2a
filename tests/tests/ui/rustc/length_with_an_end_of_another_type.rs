// usage: the ends of a length must be numbers
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const LIMIT: u8 = 64;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(..=LIMIT))] it: String) {
    let _ = it;
}

fn main() {}
