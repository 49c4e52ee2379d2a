// R11: the description is what a model selects on
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

mod texts {
    pub const SEARCH: &str = "TBD";
}

#[mcp_tool(description = texts::SEARCH)]
async fn search(query: String) -> String {
    query
}

fn main() {}
