// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", size = "48x48"))]
async fn search() {}

fn main() {}
