// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(lenght(1..=64))] it: String) {
    let _ = it;
}

fn main() {}
