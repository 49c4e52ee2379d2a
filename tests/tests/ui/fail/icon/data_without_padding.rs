// R60: a `data:` icon is an image in Base64
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:image/png;base64,iVBORw")]
async fn search() {}

fn main() {}
