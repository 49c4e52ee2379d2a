// R39: the name of a header is a token of RFC 9110
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region(1)")] it: String) {
    let _ = it;
}

fn main() {}
