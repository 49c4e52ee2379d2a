// usage: an argument has one known type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: Box<dyn std::fmt::Display + Send>) {
    let _ = query;
}

fn main() {}
