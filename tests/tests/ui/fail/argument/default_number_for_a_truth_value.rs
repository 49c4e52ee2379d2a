// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = 1)] it: bool) {
    let _ = it;
}

fn main() {}
