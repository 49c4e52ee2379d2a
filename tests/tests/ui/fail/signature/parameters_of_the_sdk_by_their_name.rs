// usage: the members of a struct are arguments by `flatten`
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

use rmcp::handler::server::wrapper::Parameters;

/// What to look for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    /// Words of the title.
    words: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(query: Parameters<Query>) {
    let _ = query.0.words;
}

fn main() {}
