// usage: a parameter is one thing
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[state]
    #[context]
    cx: &ToolContext,
) {
    let _ = cx;
}

fn main() {}
