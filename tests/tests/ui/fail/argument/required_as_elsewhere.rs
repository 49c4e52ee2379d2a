// usage: an argument is required by its type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(required)] limit: u8) {
    let _ = limit;
}

fn main() {}
