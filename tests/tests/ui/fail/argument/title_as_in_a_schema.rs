// usage: an argument has a description
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(title = "Limit")] limit: u8) {
    let _ = limit;
}

fn main() {}
