// usage: other attributes stay on the parameter
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[default] limit: u8) {
    let _ = limit;
}

fn main() {}
