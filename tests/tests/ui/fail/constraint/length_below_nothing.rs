// usage: what is published is enforced
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(..0))] it: String) {
    let _ = it;
}

fn main() {}
