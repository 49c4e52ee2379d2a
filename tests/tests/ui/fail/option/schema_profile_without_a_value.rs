// usage: a profile has a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(schema_profile)]
async fn search(query: String) -> String {
    query
}

fn main() {}
