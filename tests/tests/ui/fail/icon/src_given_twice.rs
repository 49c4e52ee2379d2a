// usage: one source for each icon
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", src = "https://a.example/j.png"))]
async fn search() {}

fn main() {}
