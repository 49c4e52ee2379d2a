// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(dafault = 3)] limit: u8) {
    let _ = limit;
}

fn main() {}
