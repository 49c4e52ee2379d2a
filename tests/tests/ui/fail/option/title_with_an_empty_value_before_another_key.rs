// R09: a title is display text
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = , read_only)]
async fn search(query: String) -> String {
    query
}

fn main() {}
