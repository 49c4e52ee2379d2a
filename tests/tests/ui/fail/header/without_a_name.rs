// R38: the name of a header is a string
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header)] it: String) {
    let _ = it;
}

fn main() {}
