// usage: the members of a joined struct are the arguments
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    word: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(flatten, header = "F")] it: Filter) {
    let _ = it;
}

fn main() {}
