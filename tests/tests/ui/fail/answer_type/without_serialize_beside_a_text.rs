// R105: the data are written as JSON
use mcp_tool_runtime::{WithText, mcp_tool};

#[derive(schemars::JsonSchema)]
struct Page {
    text: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> WithText<Page> {
    let text = String::new();
    WithText::new("a page", Page { text })
}

fn main() {}
