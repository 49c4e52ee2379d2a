// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
const SEARCH: fn(u8) -> u8 = |limit| limit;

fn main() {}
