// usage: a range has its ends
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range = 5)] it: u8) {
    let _ = it;
}

fn main() {}
