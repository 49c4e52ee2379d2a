// usage: a short key is not just any word of its length
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(warn(undocumented))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
