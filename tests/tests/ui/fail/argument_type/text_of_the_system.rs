// R165: every argument is decoded by its type
use mcp_tool_runtime::mcp_tool;

use std::ffi::OsStr;

/// Searches the archive.
#[mcp_tool]
async fn search(name: &OsStr) {
    let _ = name;
}

fn main() {}
