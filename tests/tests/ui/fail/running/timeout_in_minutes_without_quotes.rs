// usage: a time is a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = 5m)]
async fn search() {}

fn main() {}
