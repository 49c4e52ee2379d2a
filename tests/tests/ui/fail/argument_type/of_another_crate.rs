// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(month: chrono::Month) {
    let _ = month;
}

fn main() {}
