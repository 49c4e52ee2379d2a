// usage: a return type must be sized
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> str {
    panic!()
}

fn main() {}
