// usage: each value has a key
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool("search", "Searches the archive")]
async fn search() {}

fn main() {}
