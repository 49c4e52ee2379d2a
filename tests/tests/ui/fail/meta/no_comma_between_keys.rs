// R67: metadata is an object
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(owner = "team" version = 3))]
async fn search() {}

fn main() {}
