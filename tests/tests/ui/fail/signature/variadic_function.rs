// usage: a call has known arguments
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search(count: i32, _: ...) {
    let _ = count;
}

fn main() {}
