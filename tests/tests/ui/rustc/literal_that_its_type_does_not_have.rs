// R30: a default fits its argument, as the ends of a range do
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = 300)] limit: u8) {
    let _ = limit;
}

fn main() {}
