// usage: each hint stands by itself
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(hints = [read_only, idempotent])]
async fn search(word: String) {
    drop(word);
}

fn main() {}
