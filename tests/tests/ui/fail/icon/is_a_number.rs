// R57: the source of an icon is a URL
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = 1)]
async fn search() {}

fn main() {}
