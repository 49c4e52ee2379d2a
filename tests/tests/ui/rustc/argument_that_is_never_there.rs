// usage: `!` is no type yet
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(title: !) {
    let _ = title;
}

fn main() {}
