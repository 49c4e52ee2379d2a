// usage: an argument has a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(ref query: String) {
    let _ = query;
}

fn main() {}
