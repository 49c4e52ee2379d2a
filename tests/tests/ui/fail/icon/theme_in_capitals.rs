// R64: a theme is in small letters
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/x.png", theme = "LIGHT"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
