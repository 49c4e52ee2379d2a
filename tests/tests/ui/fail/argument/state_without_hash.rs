// usage: attributes of a parameter
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[status] archive: &String) {
    let _ = archive;
}

fn main() {}
