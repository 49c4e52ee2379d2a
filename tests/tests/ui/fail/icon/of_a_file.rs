// R59: clients refuse other schemes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "file:///i.png"))]
async fn search() {}

fn main() {}
