// usage: a name has quotes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(rename = word)] it: String) {
    drop(it);
}

fn main() {}
