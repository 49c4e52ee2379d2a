// usage: one key, one value
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(default = 3)]
    #[arg(default = 4)]
    limit: u8,
) {
    let _ = limit;
}

fn main() {}
