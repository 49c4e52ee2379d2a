// usage: parameters have an attribute of their own
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[range(min = 1, max = 5)] it: u8) {
    drop(it);
}

fn main() {}
