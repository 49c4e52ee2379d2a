// usage: a time has a unit
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = 30_000)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
