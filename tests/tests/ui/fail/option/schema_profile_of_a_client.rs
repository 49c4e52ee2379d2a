// usage: there are two profiles
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(schema_profile = "openai_strict")]
async fn search(query: String) -> String {
    query
}

fn main() {}
