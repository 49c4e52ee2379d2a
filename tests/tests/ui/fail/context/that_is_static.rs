// usage: the context is lent
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool]
async fn search(#[context] cx: &'static ToolContext) {
    let _ = cx;
}

fn main() {}
