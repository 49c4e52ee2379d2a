// usage: a future waits without a thread of its own
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(blocking)]
async fn search() {}

fn main() {}
