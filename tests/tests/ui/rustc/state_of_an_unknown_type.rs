// usage: a missing type is reported once
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &Archvie) {
    let _ = archive;
}

fn main() {}
