// R48: secrets are not mirrored in headers
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// What opens the archive
    #[arg(header = "Key")]
    api_key: String,
) {
    let _ = api_key;
}

fn main() {}
