// usage: rustc itself reports this
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query) {}

fn main() {}
