// usage: nothing can stop a function that runs in place
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "30s")]
fn search() {}

fn main() {}
