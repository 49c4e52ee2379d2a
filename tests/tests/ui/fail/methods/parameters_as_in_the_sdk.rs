// usage: the members of a struct are arguments by `flatten`
use mcp_tool_runtime::{mcp_tool, mcp_tools};

/// What to look for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    /// Words of the title.
    words: String,
}

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, Parameters(query): Parameters<Query>) {
        let _ = query.words;
    }
}

fn main() {}
