// usage: what a user decided is for the tool to put into words
use mcp_tool_runtime::{ElicitForm, Elicitation, ToolContext, mcp_tool};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema, ElicitForm)]
struct Sure {
    sure: bool,
}

/// Asks whether to go on.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) -> Result<Elicitation<Sure>, String> {
    Ok(cx.elicit("sure", "Go on?").await)
}

fn main() {}
