// usage: an argument is taken by value or by shared reference
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(words: &mut Vec<String>) {
    words.clear();
}

fn main() {}
