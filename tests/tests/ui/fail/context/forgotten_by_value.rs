// usage: the context is marked with `#[context]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(context: mcp_tool_runtime::ToolContext, query: String) {
    let _ = (context, query);
}

fn main() {}
