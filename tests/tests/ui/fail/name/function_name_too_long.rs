// R02: a name has 1 to 128 characters
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_search_(query: String) -> String {
    query
}

fn main() {}
