// usage: commas separate options
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = "Search"; read_only)]
async fn search() {}

fn main() {}
