// R80: a hint is a boolean
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(idempotent = "true")]
async fn search(query: String) -> String {
    query
}

fn main() {}
