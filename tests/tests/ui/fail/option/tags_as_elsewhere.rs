// usage: what the protocol does not know goes to `_meta`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(tags = ["archive"])]
async fn search() {}

fn main() {}
