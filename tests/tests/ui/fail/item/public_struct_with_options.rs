// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(read_only)]
#[derive(Debug)]
pub struct Search {
    query: String,
}

fn main() {}
