// R14: every argument has a schema
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize)]
struct Word(String);

#[derive(Deserialize, JsonSchema)]
struct Filter {
    word: Word,
}

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Filter) {
    let _ = filter;
}

fn main() {}
