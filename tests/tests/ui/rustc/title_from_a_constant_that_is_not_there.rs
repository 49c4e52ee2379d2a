// R09: a title is display text
use mcp_tool_runtime::mcp_tool;

/// Waits.
#[mcp_tool(title = TITLE)]
async fn wait() {}

fn main() {}
