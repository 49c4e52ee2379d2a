// usage: an argument has one name
use mcp_tool_runtime::mcp_tool;

/// What to look for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    /// Words of the title.
    words: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(query @ Query { .. }: Query) {
    let _ = query.words;
}

fn main() {}
