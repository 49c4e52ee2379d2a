// usage: options stand in parentheses
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool = "search"]
async fn search(query: String) -> String {
    query
}

fn main() {}
