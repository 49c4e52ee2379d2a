// usage: an argument has a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(_: u8) {}

fn main() {}
