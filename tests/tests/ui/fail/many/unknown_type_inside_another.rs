// usage: the compiler adds a guess to one of two copies of its error, and shows both
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
async fn search(filters: Vec<Fliter>) {
    let _ = filters;
}

fn main() {}
