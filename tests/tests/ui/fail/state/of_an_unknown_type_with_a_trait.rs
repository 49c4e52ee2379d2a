// usage: state has one type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[state] archive: &impl Send) {
    let _ = archive;
}

fn main() {}
