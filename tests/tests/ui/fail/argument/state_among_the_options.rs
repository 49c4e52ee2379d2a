// usage: state is no argument
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(state)] limit: &u8) {
    let _ = limit;
}

fn main() {}
