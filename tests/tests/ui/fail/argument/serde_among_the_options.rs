// usage: how a value is read is up to its type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(deserialize_with = "read")] limit: u8) {
    let _ = limit;
}

fn main() {}
