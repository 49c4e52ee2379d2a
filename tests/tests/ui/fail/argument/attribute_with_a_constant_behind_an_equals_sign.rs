// usage: options stand in parentheses
use mcp_tool_runtime::{mcp_tool, tools};

const LIMIT: u8 = 9;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg = LIMIT] limit: u8) {
    let _ = limit;
}

fn main() {
    let _: Vec<mcp_tool_runtime::Tool<()>> = tools![search];
}
