// usage: a default is a value of its type
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, JsonSchema)]
struct Date {
    days: u32,
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = "2026-01-01")] since: Date) {
    let _ = since;
}

fn main() {}
