// R59: clients refuse icons from other schemes
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "vscode://icons/i.png")]
async fn search() {}

fn main() {}
