// usage: a text that is no name is a description
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool("Searches the archive", read_only)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
