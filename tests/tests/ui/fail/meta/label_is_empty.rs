// R68: the labels of a prefix
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("com..example/owner" = 1))]
async fn search() {}

fn main() {}
