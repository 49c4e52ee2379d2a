// usage: a length is for texts, lists and maps
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Tag(String);

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(1..=5))] it: &Tag) {
    let _ = it;
}

fn main() {}
