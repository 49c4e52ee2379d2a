// usage: a total that may be unknown
use mcp_tool_runtime::{ToolContext, mcp_tool};

/// Copies a file.
#[mcp_tool]
async fn copy(#[context] cx: &ToolContext) {
    let total: Option<usize> = Some(2);
    cx.progress(1, total, "copying");
}

fn main() {}
