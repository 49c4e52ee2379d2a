// R98: an output schema describes the data
use mcp_tool_runtime::{WithText, mcp_tool};

#[derive(serde::Serialize)]
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
