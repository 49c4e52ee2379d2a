// usage: a tool is there where it is listed
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(hidden)]
async fn search() {}

fn main() {}
