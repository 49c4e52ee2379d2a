// usage: state is lent
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &'static Archive) {
    let _ = archive;
}

fn main() {}
