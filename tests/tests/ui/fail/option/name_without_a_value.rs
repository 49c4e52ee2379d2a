// R01: a name is a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name)]
async fn search(query: String) -> String {
    query
}

fn main() {}
