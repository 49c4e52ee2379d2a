// usage: what serde knows is an option of `#[arg]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[serde(default = "ten", rename = "max")] limit: u8) {
    let _ = limit;
}

fn main() {}
