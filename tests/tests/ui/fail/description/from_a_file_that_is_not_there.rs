// usage: a file is looked for from the folder of the source
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(description = include_str!("missing.md"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
