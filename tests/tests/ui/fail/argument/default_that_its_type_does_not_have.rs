// R30: a default fits its argument
#![allow(deprecated)]
#![allow(dead_code)]

use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = 300)] limit: u8) {
    let _ = limit;
}

fn main() {}
