// usage: an answer has one known type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> impl Iterator<Item = u32> {
    0..3
}

fn main() {}
