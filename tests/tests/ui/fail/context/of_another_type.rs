// usage: the context is a `&ToolContext`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[context] cx: &String) {
    let _ = cx;
}

fn main() {}
