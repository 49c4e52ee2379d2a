// usage: a call takes some time
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "0s")]
async fn search() {}

fn main() {}
