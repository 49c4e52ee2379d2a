// usage: both ends are one rule
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(min = 1, max = 5)] it: u8) {
    drop(it);
}

fn main() {}
