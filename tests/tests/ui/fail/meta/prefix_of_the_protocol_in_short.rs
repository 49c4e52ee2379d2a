// R71: some prefixes are reserved
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("com.mcp.tools/owner" = 1))]
async fn search() {}

fn main() {}
