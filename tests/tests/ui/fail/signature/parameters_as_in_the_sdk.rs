// usage: the members of a struct are arguments by `flatten`
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
async fn search(Parameters(query): Parameters<Query>) {
    let _ = query.words;
}

fn main() {}
