// R73: some keys belong to requests
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("traceparent" = 1))]
async fn search() {}

fn main() {}
