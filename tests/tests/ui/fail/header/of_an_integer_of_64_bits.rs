// R43: only what every peer reads alike is mirrored
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region")] it: i64) {
    let _ = it;
}

fn main() {}
