// R29: argument names are unique keys of one object
#![allow(deprecated)]
#![allow(unused_variables)]

use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(limit: u8, limit: u8) -> u8 {
    limit
}

fn main() {}
