// usage: `allow_unknown` is a boolean
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(allow_unknown = 1)]
async fn search(query: String) -> String {
    query
}

fn main() {}
