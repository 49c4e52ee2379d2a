// usage: warnings are named without quotes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(allow("undocumented"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
