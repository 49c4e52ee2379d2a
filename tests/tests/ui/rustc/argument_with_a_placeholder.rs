// usage: a signature must name its types
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(titles: Vec<_>) {
    let _ = titles;
}

fn main() {}
