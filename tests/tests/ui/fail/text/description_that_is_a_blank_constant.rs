// R11: the description is what a model selects on
use mcp_tool_runtime::mcp_tool;

const NOTHING: &str = "  ";

/// Not read.
#[mcp_tool(description = NOTHING)]
async fn search() {}

fn main() {}
