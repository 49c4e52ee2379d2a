// usage: a time is a whole number
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "1.5s")]
async fn search() {}

fn main() {}
