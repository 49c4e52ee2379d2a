// usage: a time is known to the macro
use mcp_tool_runtime::mcp_tool;
use std::time::Duration;

/// Searches the archive.
#[mcp_tool(timeout = Duration::from_secs(30))]
async fn search() {}

fn main() {}
