// usage: a parameter is no field
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[garde(skip)] limit: u8) {
    let _ = limit;
}

fn main() {}
