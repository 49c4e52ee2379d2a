// usage: an argument has one name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(&page: &u32) {
    let _ = page;
}

fn main() {}
