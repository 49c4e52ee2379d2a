// usage: a schema is published without being asked for
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(output = true)]
async fn search() {}

fn main() {}
