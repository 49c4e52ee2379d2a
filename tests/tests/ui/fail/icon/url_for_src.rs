// usage: unknown keys are named, with those that there are
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(url = "https://a.example/i.png"))]
async fn search() {}

fn main() {}
