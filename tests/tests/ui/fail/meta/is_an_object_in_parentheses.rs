// usage: how entries of `_meta` are written
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta({"owner": "search"}))]
async fn search() {}

fn main() {}
