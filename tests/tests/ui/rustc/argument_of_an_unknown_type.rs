// usage: a missing type is reported once
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Fliter) {
    let _ = filter;
}

fn main() {}
