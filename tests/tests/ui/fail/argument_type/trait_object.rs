// usage: an argument has one known type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: &dyn std::fmt::Display) {
    let _ = query;
}

fn main() {}
