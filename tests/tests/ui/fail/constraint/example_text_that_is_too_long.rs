// R30: an example fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(..=3), example = "long")] it: String) {
    let _ = it;
}

fn main() {}
