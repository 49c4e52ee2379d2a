// usage: options stand in one pair of parentheses
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool([title = "Search", read_only])]
async fn search(word: String) {
    drop(word);
}

fn main() {}
