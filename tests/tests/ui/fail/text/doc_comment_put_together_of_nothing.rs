// R11: the description is what a model selects on
use mcp_tool_runtime::mcp_tool;

#[mcp_tool]
#[doc = concat!("", "")]
async fn search() {}

fn main() {}
