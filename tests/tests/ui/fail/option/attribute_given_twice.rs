// usage: one attribute, one tool
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
#[mcp_tool(read_only)]
async fn search(query: String) -> String {
    query
}

fn main() {}
