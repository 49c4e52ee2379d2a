// usage: only a whole parameter can be a reference
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

type Text<'a> = &'a str;

/// Searches the archive.
#[mcp_tool]
async fn search(query: Text<'_>) {
    let _ = query;
}

fn main() {}
