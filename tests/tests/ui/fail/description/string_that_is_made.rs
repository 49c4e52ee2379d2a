// R11: a description is text
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[mcp_tool(description = String::from("Searches the archive"))]
async fn search(query: String) -> String {
    query
}

fn main() {}
