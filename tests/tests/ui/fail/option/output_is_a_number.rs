// usage: a number is no type
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output = 3)]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
