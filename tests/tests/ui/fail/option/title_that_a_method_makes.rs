// usage: a text is a constant
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(title = "Search".into())]
async fn search(word: String) {
    drop(word);
}

fn main() {}
