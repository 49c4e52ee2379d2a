// usage: what is said of a parameter stands before it
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(state = Archive)]
async fn search() {}

fn main() {}
