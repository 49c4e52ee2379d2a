// usage: a length is a whole number
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(1.5..))] it: String) {
    let _ = it;
}

fn main() {}
