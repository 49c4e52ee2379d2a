// usage: rules have two ends
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(max(5))] it: u8) {
    drop(it);
}

fn main() {}
