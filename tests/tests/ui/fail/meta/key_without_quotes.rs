// R67: metadata is an object
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(com.example/owner = "team"))]
async fn search() {}

fn main() {}
