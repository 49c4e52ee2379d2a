// R58: an icon comes from `https:` or `data:`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "//a.example/i.png")]
async fn search() {}

fn main() {}
