// usage: `rename` is a string literal
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(rename = 5)] limit: u8) {
    let _ = limit;
}

fn main() {}
