// R42: only strings, integers and truth values are mirrored
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Region {
    name: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region")] it: Region) {
    let _ = it;
}

fn main() {}
