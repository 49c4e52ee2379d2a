// usage: options are no JSON
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool("title": "Search", "read_only": true)]
async fn search() {}

fn main() {}
