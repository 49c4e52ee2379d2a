// usage: state is shared between calls
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &mut Archive) {
    let _ = archive;
}

fn main() {}
