// R57: an icon has a source
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(sizes = ["48x48"]))]
async fn search() {}

fn main() {}
