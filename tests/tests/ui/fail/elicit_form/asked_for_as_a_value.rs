// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::{Elicitation, ToolContext, mcp_tool};

/// Takes an order.
#[mcp_tool]
async fn order(#[context] cx: &ToolContext) -> bool {
    let asked = cx.elicit::<bool>("order", "What shall it be?").await;
    matches!(asked, Elicitation::Accepted(_))
}

fn main() {}
