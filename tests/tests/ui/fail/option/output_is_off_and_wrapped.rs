// usage: what is not published cannot be wrapped
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(output = false, wrap = "items")]
async fn search() -> Vec<String> {
    Vec::new()
}

fn main() {}
