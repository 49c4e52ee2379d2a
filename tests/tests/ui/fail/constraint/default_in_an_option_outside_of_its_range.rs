// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = Some(25), range(1..=10))] it: Option<u8>) {
    let _ = it;
}

fn main() {}
