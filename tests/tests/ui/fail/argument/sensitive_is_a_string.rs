// usage: a flag has no value, or a truth value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(sensitive = "yes")] it: String) {
    let _ = it;
}

fn main() {}
