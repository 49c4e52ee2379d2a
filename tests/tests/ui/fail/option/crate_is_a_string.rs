// usage: `crate` is a path
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(crate = "x")]
async fn search(query: String) -> String {
    query
}

fn main() {}
