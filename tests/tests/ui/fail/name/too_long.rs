// R02: a name has 1 to 128 characters
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = "search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_")]
async fn search(query: String) -> String {
    query
}

fn main() {}
