// R71: prefixes of the protocol are reserved
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("mcp.dev/owner" = "search"))]
async fn search() {}

fn main() {}
