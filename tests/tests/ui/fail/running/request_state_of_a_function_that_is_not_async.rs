// R197: what was answered comes back to a tool that asks
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool(request_state)]
fn search(#[context] cx: &ToolContext) {
    let _ = cx;
}

fn main() {}
