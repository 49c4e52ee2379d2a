// R165: every argument is decoded by its type
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;

#[derive(JsonSchema)]
struct Filter {
    word: String,
}

type Wanted = Vec<Filter>;

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Wanted) {
    let _ = filter;
}

fn main() {}
