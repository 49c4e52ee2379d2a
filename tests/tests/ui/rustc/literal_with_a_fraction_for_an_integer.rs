// R30: a default must have the argument's type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(0.5..))] limit: u8) {
    let _ = limit;
}

fn main() {}
