// usage: rustc reports this mistake
use mcp_tool_runtime::mcp_tool;

async fn page() {}

/// Searches the archive.
#[mcp_tool]
fn search() {
    page().await;
}

fn main() {}
