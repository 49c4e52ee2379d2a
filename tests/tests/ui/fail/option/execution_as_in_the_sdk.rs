// usage: tools are no tasks
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(execution(task_support = "optional"))]
async fn search() {}

fn main() {}
