// usage: an argument is optional by its type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(optional)] limit: u8) {
    let _ = limit;
}

fn main() {}
