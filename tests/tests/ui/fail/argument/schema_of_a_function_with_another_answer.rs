// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

fn word(_: &mut schemars::SchemaGenerator) -> String {
    String::new()
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(schema = word)] it: String) {
    let _ = it;
}

fn main() {}
