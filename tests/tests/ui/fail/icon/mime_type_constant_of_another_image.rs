// R61: the media type agrees with the source
use mcp_tool_runtime::mcp_tool;

const JPEG: &str = "image/jpeg";

/// Searches the archive.
#[mcp_tool(icon(src = "data:image/png;base64,iVBORw0KGgo=", mime_type = JPEG))]
async fn search() {}

fn main() {}
