// usage: a name is one line
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = "search\nbooks")]
async fn search(word: String) {
    drop(word);
}

fn main() {}
