// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

fn word() -> schemars::Schema {
    schemars::json_schema!({ "type": "string" })
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(schema = word)] it: String) {
    let _ = it;
}

fn main() {}
