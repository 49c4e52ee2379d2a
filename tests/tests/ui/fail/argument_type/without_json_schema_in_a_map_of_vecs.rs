// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use serde::Deserialize;

#[derive(Deserialize)]
struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(filter: std::collections::BTreeMap<String, Vec<Filter>>) {
    let _ = filter;
}

fn main() {}
