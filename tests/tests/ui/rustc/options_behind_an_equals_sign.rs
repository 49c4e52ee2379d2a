// usage: options stand in parentheses
use mcp_tool_runtime::mcp_tool;

#[mcp_tool = "Searches the archive."]
async fn search() {}

fn main() {}
