// usage: an argument has a type that is decoded
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(then: fn(u8) -> u8) {
    let _ = then;
}

fn main() {}
