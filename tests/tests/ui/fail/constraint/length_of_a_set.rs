// usage: a length is for texts, lists and maps
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use std::collections::HashSet;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(length(1..=5))] it: HashSet<String>) {
    let _ = it;
}

fn main() {}
