// usage: `companion = Name` lets a crate and a tool have one name
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Reads a text.
#[mcp_tool]
async fn serde_json(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn main() {}
