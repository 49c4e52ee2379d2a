// usage: a reference is the whole type of a parameter
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(words: &[&str]) {
    let _ = words;
}

fn main() {}
