// usage: a model calls a tool with anything
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
unsafe fn search(query: String) -> String {
    query
}

fn main() {}
