// R12: a description is text
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// Text ‮for
    query: String,
) -> String {
    query
}

fn main() {}
