// usage: rules have two ends
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(non_empty)] it: String) {
    drop(it);
}

fn main() {}
