// R70: some prefixes are reserved
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("io.modelcontextprotocol/owner" = 1))]
async fn search() {}

fn main() {}
