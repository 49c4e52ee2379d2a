// R61: the media type agrees with the source
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "data:image/png;base64,iVBORw0KGgo=", mime_type = "image/svg+xml"))]
async fn search() {}

fn main() {}
