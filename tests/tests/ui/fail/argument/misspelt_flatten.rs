// usage: the nearest known key is named
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(flaten)] it: Filter) {
    let _ = it;
}

fn main() {}
