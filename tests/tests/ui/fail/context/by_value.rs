// usage: the context is lent to a tool
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool]
async fn search(#[context] cx: ToolContext) {
    let _ = cx;
}

fn main() {}
