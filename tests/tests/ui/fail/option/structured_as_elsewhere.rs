// usage: what is structured is known from the type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(structured)]
async fn search() {}

fn main() {}
