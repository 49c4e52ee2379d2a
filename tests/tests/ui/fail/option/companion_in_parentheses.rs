// usage: a value stands behind an equals sign
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(companion(SearchTool))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
