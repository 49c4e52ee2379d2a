// usage: the context is marked with `#[context]`
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool]
async fn search(cx: &ToolContext) {
    let _ = cx;
}

fn main() {}
