// R67: metadata is JSON
use mcp_tool_runtime::mcp_tool;

struct Owner;

/// Searches the archive.
#[mcp_tool(meta(owner = Owner))]
async fn search() {}

fn main() {}
