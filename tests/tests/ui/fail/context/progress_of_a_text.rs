// usage: how far a call has come is a number
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Copies a file.
#[mcp_tool]
async fn copy(#[context] cx: &ToolContext) {
    cx.progress("half", 2, None);
}

fn main() {}
