// usage: a companion is the name of a type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(companion = tools::Search)]
async fn search(query: String) -> String {
    query
}

fn main() {}
