// usage: an argument owns its data
// The macro sees no lifetime in the signature. rustc checks lifetimes after it has chosen the
// implementation of a trait, and prints no text of that trait.
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query<'a> {
    words: &'a str,
}

/// Searches the archive.
#[mcp_tool]
fn search(query: Query) {
    let _ = query.words;
}

fn main() {}
