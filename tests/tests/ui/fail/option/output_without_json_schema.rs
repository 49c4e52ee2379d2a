// usage: a type describes an answer by its schema
use mcp_tool_runtime::{CallToolResult, mcp_tool};

struct Page;

/// Searches the archive.
#[mcp_tool(output = Page)]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
