// usage: the known keys are listed
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(colour = "red")] limit: u8) {
    let _ = limit;
}

fn main() {}
