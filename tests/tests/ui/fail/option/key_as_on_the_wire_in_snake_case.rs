// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(read_only_hint)]
async fn search(query: String) -> String {
    query
}

fn main() {}
