// usage: a timeout is a whole number and a unit
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "+30")]
async fn search() {}

fn main() {}
