// usage: the profile is a value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(as_generated)]
async fn search(query: String) -> String {
    query
}

fn main() {}
