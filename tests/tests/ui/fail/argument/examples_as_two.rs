// usage: each example stands by itself
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(examples("Oslo", "Bergen"))] it: String) {
    drop(it);
}

fn main() {}
