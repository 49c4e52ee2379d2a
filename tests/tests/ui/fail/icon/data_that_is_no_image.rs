// R58, R60: data is an image in Base64
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:text/html;base64,PGI+")]
async fn search() {}

fn main() {}
