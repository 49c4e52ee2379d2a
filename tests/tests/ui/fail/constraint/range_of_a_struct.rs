// usage: a range is for numbers
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Percent(u8);

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(range(1..=5))] it: Percent) {
    let _ = it;
}

fn main() {}
