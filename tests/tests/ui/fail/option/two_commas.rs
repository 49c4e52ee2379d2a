// usage: options have one comma between them
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = "Search",, read_only)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
