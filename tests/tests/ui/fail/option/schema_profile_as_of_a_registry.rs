// usage: a profile is named by a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(schema_profile = SchemaProfile::AsGenerated)]
async fn search(query: String) -> String {
    query
}

fn main() {}
