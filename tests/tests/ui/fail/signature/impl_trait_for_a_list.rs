// usage: the schema is that of one type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(words: impl IntoIterator<Item = String>) {
    let _ = words;
}

fn main() {}
