// usage: another key has the type
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output_schema = Vec<String>)]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
