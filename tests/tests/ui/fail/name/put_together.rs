// usage: a name is a literal or a constant
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(name = concat!("search", "_books"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
