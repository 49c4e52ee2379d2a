// R81: a read-only tool destroys nothing
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(read_only, destructive)]
async fn search(query: String) -> String {
    query
}

fn main() {}
