// usage: a time is known to the macro
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = std::time::Duration::from_secs(30))]
async fn search() {}

fn main() {}
