// R12: a description is text
use mcp_tool_runtime::mcp_tool;

const WORDS: usize = 5;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(description = WORDS)] query: String) {
    let _ = query;
}

fn main() {}
