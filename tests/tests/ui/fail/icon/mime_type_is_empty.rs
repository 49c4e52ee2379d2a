// R62: the type of an icon is one of an image
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", mime_type = ""))]
async fn search() {}

fn main() {}
