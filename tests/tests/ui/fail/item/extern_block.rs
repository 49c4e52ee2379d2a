// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

#[mcp_tool]
unsafe extern "C" {}

fn main() {}
