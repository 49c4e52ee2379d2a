// R100: an answer is written as its type says
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;

#[derive(JsonSchema)]
struct Page {
    text: String,
}

fn page() -> Page {
    Page {
        text: String::new(),
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Vec<Page> {
    vec![page()]
}

fn main() {}
