// usage: an argument lives as long as the call
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(query: &'static str) {
    let _ = query;
}

fn main() {}
