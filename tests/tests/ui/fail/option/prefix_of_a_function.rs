// usage: the block has the prefix
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(prefix = "db_")]
async fn search() {}

fn main() {}
