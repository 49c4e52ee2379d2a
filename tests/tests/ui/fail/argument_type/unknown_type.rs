// usage: a type that does not exist is reported once
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: Strin) {
    let _ = query;
}

fn main() {}
