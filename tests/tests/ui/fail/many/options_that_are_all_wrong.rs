// usage: all mistakes show at once
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = 5, titel = "Search", read_only = "yes", idempotent, idempotent)]
async fn search(query: String) -> String {
    query
}

fn main() {}
