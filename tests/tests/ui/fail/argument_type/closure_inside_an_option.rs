// usage: a model writes data
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(limit: Option<Box<dyn Fn() + Send>>) {
    let _ = limit;
}

fn main() {}
