// usage: a pattern is for texts
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(pattern("^[0-9]+$"))] it: u32) {
    let _ = it;
}

fn main() {}
