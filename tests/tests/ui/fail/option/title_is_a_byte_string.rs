// usage: a text is no bytes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = b"Search")]
async fn search(word: String) {
    drop(word);
}

fn main() {}
