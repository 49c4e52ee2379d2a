// R81: a read-only tool destroys nothing
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(destructive = true, title = "Search", read_only = true)]
async fn search(query: String) -> String {
    query
}

fn main() {}
