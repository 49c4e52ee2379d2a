// usage: options have commas between them
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(, read_only)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
