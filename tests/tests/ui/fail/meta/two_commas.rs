// usage: entries have one comma between them
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(cost = 1,, owner = "me"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
