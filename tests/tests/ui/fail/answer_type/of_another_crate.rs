// R100: an answer has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> chrono::Month {
    chrono::Month::May
}

fn main() {}
