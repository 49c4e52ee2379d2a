// usage: an icon has its options in parentheses
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icons = [{ "src": "https://a.example/x.png" }])]
async fn search(word: String) {
    drop(word);
}

fn main() {}
