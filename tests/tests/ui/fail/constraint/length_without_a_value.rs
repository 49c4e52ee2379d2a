// usage: a length has its ends
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length)] it: String) {
    let _ = it;
}

fn main() {}
