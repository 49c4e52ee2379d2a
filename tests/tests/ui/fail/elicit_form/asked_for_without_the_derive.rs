// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::{Elicitation, ToolContext, mcp_tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Order {
    name: String,
}

/// Takes an order.
#[mcp_tool]
async fn order(#[context] cx: &ToolContext) -> bool {
    let asked = cx.elicit::<Order>("order", "What shall it be?").await;
    matches!(asked, Elicitation::Accepted(_))
}

fn main() {}
