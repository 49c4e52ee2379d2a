// usage: an example is published
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    word: String,
}

impl Filter {
    fn of(word: &str) -> Self {
        Filter { word: word.to_owned() }
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(example = Filter::of("oslo"))] it: Filter) {
    let _ = it;
}

fn main() {}
