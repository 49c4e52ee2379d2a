// usage: an argument has its attribute before it
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
#[arg(default)]
async fn search(word: String) {
    drop(word);
}

fn main() {}
