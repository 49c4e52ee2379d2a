// usage: state is marked with `#[state]`
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[State] archive: &Archive) {
    let _ = archive;
}

fn main() {}
