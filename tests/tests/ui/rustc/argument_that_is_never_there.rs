// usage: `!` is not a stable type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(title: !) {
    let _ = title;
}

fn main() {}
