// R57: the source of an icon is a URL
use mcp_tool_runtime::mcp_tool;

const ICON: u8 = 1;

/// Searches the archive.
#[mcp_tool(icon = ICON)]
async fn search() {}

fn main() {}
