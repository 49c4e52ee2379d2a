// usage: an argument has one name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(alias = "max")] limit: u8) {
    let _ = limit;
}

fn main() {}
