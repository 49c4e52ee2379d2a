// usage: a value stands behind an equals sign
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default: 5)] limit: u8) {
    let _ = limit;
}

fn main() {}
