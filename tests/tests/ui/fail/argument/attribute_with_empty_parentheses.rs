// usage: `#[arg]` has options
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg()] limit: u8) {
    let _ = limit;
}

fn main() {}
