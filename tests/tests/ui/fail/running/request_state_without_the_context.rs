// R197: what was answered comes back to a tool that asks
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(request_state)]
async fn search(word: String) {
    let _ = word;
}

fn main() {}
