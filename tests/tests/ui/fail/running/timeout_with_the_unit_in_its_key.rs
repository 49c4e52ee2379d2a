// usage: the unit stands in the value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout_ms = 1500)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
