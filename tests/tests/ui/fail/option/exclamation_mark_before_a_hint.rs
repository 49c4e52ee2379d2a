// usage: a hint is switched off by its value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(!destructive)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
