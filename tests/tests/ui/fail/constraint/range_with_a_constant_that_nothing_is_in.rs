// usage: a range admits something
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

const FULL: f64 = 0.5;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(0.5..FULL))] it: f64) {
    let _ = it;
}

fn main() {}
