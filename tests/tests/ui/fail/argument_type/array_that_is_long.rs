// R165: every argument is decoded by its type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(key: [u8; 64]) {
    let _ = key;
}

fn main() {}
