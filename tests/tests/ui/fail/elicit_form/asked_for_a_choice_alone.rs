// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::{ElicitForm, Elicitation, ToolContext, mcp_tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
enum Size {
    Small,
    Large,
}

/// Takes an order.
#[mcp_tool]
async fn order(#[context] cx: &ToolContext) -> bool {
    let asked = cx.elicit::<Size>("order", "What shall it be?").await;
    matches!(asked, Elicitation::Accepted(_))
}

fn main() {}
