// usage: a flag has no value, or a truth value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(blocking(true))]
fn search() {}

fn main() {}
