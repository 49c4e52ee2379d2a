// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(..=1_000), default = 1_001u16)] it: u16) {
    let _ = it;
}

fn main() {}
