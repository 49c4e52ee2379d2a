// usage: a schema is that of known types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(queries: Vec<impl ToString>) {
    let _ = queries.len();
}

fn main() {}
