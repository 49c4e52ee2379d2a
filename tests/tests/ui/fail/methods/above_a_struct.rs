// usage: the attribute stands above an `impl` block
use mcp_tool_runtime::mcp_tools;

#[mcp_tools]
struct Server;

fn main() {}
