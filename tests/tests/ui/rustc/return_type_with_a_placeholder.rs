// usage: a signature must name its types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Vec<_> {
    vec![1]
}

fn main() {}
