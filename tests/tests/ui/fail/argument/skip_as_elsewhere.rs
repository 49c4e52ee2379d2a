// usage: each parameter is filled by somebody
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(skip)] limit: u8) {
    let _ = limit;
}

fn main() {}
