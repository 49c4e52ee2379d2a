// usage: a variable is one of the compiler
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(description = env!("MCP_TOOL_NOT_SET"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
