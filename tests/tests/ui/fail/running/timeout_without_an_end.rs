// usage: a timeout is a whole number and a unit
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(timeout = "99999999999999999999h")]
async fn search() {}

fn main() {}
