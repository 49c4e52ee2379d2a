// R60: a `data:` icon is an image in Base64
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:image/jpeg;base64,_9j_4AAQ")]
async fn search() {}

fn main() {}
