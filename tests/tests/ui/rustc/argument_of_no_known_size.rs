// usage: a parameter has a size
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search(title: str) {
    let _ = title;
}

fn main() {}
