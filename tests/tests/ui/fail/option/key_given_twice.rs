// usage: one key, one value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = "Search", read_only, title = "Find")]
async fn search(query: String) -> String {
    query
}

fn main() {}
