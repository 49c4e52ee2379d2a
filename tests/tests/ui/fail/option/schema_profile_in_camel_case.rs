// usage: profiles are written in snake case
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(schema_profile = "AsGenerated")]
async fn search(query: String) -> String {
    query
}

fn main() {}
