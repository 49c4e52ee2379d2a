// usage: what is published is enforced
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(5..5))] it: i64) {
    let _ = it;
}

fn main() {}
