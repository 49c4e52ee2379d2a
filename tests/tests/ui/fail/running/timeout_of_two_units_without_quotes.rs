// usage: a time is a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = 1h30m)]
async fn search() {}

fn main() {}
