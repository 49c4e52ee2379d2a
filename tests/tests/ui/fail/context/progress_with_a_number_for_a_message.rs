// usage: what a user reads of progress is a text
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Copies.
#[mcp_tool]
async fn copy(#[context] cx: &ToolContext) {
    for page in 0..9 {
        cx.progress(page, 9, page);
    }
}

fn main() {}
