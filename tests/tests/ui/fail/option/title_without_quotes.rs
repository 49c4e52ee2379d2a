// usage: a text has quotes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = Search the archive)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
