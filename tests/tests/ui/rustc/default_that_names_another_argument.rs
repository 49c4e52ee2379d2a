// R30: a default is known before the call
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(limit: u8, #[arg(default = limit)] pages: u8) {
    let _ = (limit, pages);
}

fn main() {}
