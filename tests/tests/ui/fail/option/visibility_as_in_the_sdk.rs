// usage: the visibility is that of the function
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(vis = "pub")]
async fn search() {}

fn main() {}
