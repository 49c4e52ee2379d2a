// usage: the compiler checks the types
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output = Page)]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
