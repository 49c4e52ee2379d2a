// R30: a default is part of the schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default)] filter: Option<Filter>) {
    let _ = filter;
}

fn main() {}
