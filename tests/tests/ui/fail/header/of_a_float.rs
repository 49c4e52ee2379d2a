// R42: only strings, integers and truth values are mirrored
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region")] it: f64) {
    let _ = it;
}

fn main() {}
