// usage: it is an option of `#[arg]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[flatten] limit: u8) {
    let _ = limit;
}

fn main() {}
