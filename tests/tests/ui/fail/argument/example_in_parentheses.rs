// usage: an example is a value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(example("Oslo"))] it: String) {
    let _ = it;
}

fn main() {}
