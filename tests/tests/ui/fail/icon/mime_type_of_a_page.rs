// R61: the media type agrees with the source
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", mime_type = "text/html"))]
async fn search() {}

fn main() {}
