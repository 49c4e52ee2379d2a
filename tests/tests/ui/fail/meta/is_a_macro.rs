// usage: meta has keys and values
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta = serde_json::json!({ "cost": 1 }))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
