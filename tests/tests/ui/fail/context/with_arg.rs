// usage: `#[arg]` is for arguments
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(description = "The context")]
    #[context]
    cx: &ToolContext,
) {
    let _ = cx;
}

fn main() {}
