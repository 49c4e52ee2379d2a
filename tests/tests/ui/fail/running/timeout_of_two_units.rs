// usage: a time is one number and one unit
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "1m30s")]
async fn search() {}

fn main() {}
