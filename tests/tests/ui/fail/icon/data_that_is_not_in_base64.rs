// R58: data is an image in Base64
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:image/svg+xml,<svg/>")]
async fn search() {}

fn main() {}
