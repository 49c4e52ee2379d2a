// usage: a key that is no identifier is a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(com::example::owner = "me"))]
async fn search(word: String) {
    drop(word);
}

fn main() {}
