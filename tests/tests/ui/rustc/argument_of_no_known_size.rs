// usage: a parameter must be sized
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search(title: str) {
    let _ = title;
}

fn main() {}
