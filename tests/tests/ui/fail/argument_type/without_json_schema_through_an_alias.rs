// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use serde::Deserialize;

#[derive(Deserialize)]
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
