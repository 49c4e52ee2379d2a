// usage: what is published is enforced
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(5..=1))] it: u8) {
    let _ = it;
}

fn main() {}
