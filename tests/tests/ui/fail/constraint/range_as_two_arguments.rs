// usage: a range is written as one
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(1, 5))] it: u8) {
    drop(it);
}

fn main() {}
