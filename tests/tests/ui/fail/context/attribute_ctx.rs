// usage: the context has a marker
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[ctx] it: &mcp_tool_runtime::ToolContext) {
    let _ = it;
}

fn main() {}
