// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(minimum = 1)] it: u8) {
    let _ = it;
}

fn main() {}
