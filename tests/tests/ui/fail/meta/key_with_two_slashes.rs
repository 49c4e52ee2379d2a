// R69: the name of a key
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta("com.example/a/b" = 1))]
async fn search() {}

fn main() {}
