// R63: a size has no spaces
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/x.png", sizes = ["48 x 48"]))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
