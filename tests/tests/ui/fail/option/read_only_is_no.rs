// usage: a hint is true or false
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(read_only = "no")]
async fn search(word: String) {
    drop(word);
}

fn main() {}
