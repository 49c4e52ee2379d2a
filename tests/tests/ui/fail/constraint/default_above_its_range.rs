// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(1..=10), default = 25)] it: u8) {
    let _ = it;
}

fn main() {}
