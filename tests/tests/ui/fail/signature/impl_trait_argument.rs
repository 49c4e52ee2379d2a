// usage: a schema is that of known types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: impl ToString) {
    let _ = query.to_string();
}

fn main() {}
