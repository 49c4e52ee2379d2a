// R12: a description is text
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(description = "Text\u{e0041} to look for")] query: String,
) -> String {
    query
}

fn main() {}
