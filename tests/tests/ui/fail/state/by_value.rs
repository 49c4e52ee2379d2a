// usage: state is lent to a tool
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: Archive) {
    let _ = archive;
}

fn main() {}
