// R59: clients refuse icons from other schemes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "JAVASCRIPT:alert(1)")]
async fn search() {}

fn main() {}
