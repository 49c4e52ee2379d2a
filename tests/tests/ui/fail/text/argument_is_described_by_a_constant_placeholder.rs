// R12: a description is text
use mcp_tool_runtime::mcp_tool;

const QUERY: &str = "...";

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(description = QUERY)] query: String,
) -> String {
    query
}

fn main() {}
