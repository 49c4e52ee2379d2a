// R11: a model selects a tool by its description
use mcp_tool_runtime::mcp_tool;

#[mcp_tool(description = include_str!("missing.md"))]
async fn search() {}

fn main() {}
