// R11: the description is what a model selects on
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[doc = include_str!("../../text/empty.md")]
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {}
