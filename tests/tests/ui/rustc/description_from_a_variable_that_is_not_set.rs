// R11: a model selects a tool by its description
use mcp_tool_runtime::mcp_tool;

#[mcp_tool(description = env!("MCP_TOOL_NOT_SET"))]
async fn search() {}

fn main() {}
