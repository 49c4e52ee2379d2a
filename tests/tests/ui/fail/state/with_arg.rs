// usage: `#[arg]` is for arguments
use mcp_tool_runtime::mcp_tool;

struct Archive;

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[state]
    #[arg(rename = "in")]
    archive: &Archive,
) {
    let _ = archive;
}

fn main() {}
