// R11: a model selects a tool by its description
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches ‮evihcra
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {}
