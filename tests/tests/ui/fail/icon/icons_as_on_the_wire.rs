// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icons = "https://a.example/i.png")]
async fn search() {}

fn main() {}
