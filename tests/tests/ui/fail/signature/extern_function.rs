// usage: a tool is called from Rust
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
extern "C" fn search(limit: u8) {
    let _ = limit;
}

fn main() {}
