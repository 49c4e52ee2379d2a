// usage: a test is no tool
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
#[tokio::test]
async fn search() {}

fn main() {}
