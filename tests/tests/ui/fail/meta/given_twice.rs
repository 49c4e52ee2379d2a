// usage: one list of metadata for each tool
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(owner = "team"), meta(version = 3))]
async fn search() {}

fn main() {}
