// R04: no white space in a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = "search archive")]
async fn search(query: String) -> String {
    query
}

fn main() {}
