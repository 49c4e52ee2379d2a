// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(output_schema = false)]
async fn search() {}

fn main() {}
