// usage: the ends of a range are numbers
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range("a".."b"))] it: String) {
    let _ = it;
}

fn main() {}
