// usage: all mistakes show at once
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(JsonSchema)]
struct Filter {
    word: String,
}

#[derive(Serialize)]
struct Page {
    text: String,
}

struct Broken;

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Filter, words: Vec<Filter>) -> Result<Page, Broken> {
    let _ = (filter, words);
    Err(Broken)
}

fn main() {}
