// usage: `#[state]` takes no options
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state(Archive)] archive: &Archive) {
    let _ = archive;
}

fn main() {}
