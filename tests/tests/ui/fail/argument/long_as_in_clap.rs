// usage: there is no command line
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(long)] limit: u8) {
    let _ = limit;
}

fn main() {}
