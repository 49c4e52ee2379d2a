// usage: each annotation is a key of its own
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(annotations(title = "Search", read_only_hint = true, destructive_hint = false))]
async fn search() {}

fn main() {}
