// usage: options stand by themselves
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(serde(rename = "word", default))] it: String) {
    drop(it);
}

fn main() {}
