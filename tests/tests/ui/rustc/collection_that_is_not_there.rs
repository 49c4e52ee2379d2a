// usage: `register` takes a collection
use mcp_tool_runtime::mcp_tool;

/// Says hello.
#[mcp_tool(register = AppTools)]
async fn hello() {}

fn main() {}
