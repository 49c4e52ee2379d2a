// R73: what belongs to requests is not for definitions
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(baggage = "a=1"))]
async fn search() {}

fn main() {}
