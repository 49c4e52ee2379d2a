// usage: unknown keys are named, with those that there are
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(secret)] it: String) {
    let _ = it;
}

fn main() {}
