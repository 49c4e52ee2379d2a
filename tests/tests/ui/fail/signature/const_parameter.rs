// usage: a schema is that of known types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search<const LIMIT: usize>(query: String) -> String {
    query.chars().take(LIMIT).collect()
}

fn main() {}
