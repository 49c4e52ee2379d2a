// usage: a list that says nothing is a slip
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta())]
async fn search() {}

fn main() {}
