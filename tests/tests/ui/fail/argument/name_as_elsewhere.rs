// usage: another name is `rename`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(name = "max")] limit: u8) {
    let _ = limit;
}

fn main() {}
