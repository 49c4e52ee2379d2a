// usage: each option has a key
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg("limit")] limit: u8) {
    let _ = limit;
}

fn main() {}
