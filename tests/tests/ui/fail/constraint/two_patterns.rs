// usage: one pattern for each argument
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(pattern("^a"), pattern("b$"))] it: String) {
    let _ = it;
}

fn main() {}
