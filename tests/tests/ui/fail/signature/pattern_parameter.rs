// usage: an argument has a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search((from, to): (u8, u8)) {
    let _ = (from, to);
}

fn main() {}
