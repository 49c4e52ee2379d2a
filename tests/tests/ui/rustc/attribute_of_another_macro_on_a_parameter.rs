// usage: an attribute that is not ours stays on its parameter
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[default] limit: u8) {
    let _ = limit;
}

fn main() {}
