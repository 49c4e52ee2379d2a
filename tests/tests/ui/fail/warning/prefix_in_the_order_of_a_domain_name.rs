// R72: prefixes are domain names in reverse
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("example.com/owner" = "search"))]
async fn search() {}

fn main() {}
