// usage: the ends of a range are values of the type
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(0.5..=2.5))] it: u8) {
    let _ = it;
}

fn main() {}
