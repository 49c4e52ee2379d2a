// R69: the name of a key
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(_owner = 1))]
async fn search() {}

fn main() {}
