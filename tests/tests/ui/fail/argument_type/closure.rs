// usage: a model writes data
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(limit: Box<dyn Fn(i32) -> i32>) {
    let _ = limit;
}

fn main() {}
