// usage: a question must be awaited
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{ElicitForm, ToolContext, mcp_tool};

#[derive(ElicitForm, serde::Deserialize, schemars::JsonSchema)]
struct Sure {
    sure: bool,
}

/// Deletes all files.
#[mcp_tool(destructive)]
async fn delete_all(#[context] cx: &ToolContext) -> bool {
    match cx.elicit::<Sure>("sure", "Really?") {
        Elicitation::Accepted(Sure { sure }) => sure,
        _ => false,
    }
}

fn main() {}
