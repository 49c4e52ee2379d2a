// usage: a type is written without quotes
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output = "Vec<String>")]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
