// usage: a rule that says nothing is a slip
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(..))] it: u8) {
    let _ = it;
}

fn main() {}
