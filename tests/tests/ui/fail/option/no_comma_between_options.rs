// usage: commas stand between options
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(read_only idempotent)]
async fn search(query: String) -> String {
    query
}

fn main() {}
