// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::ElicitForm;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize)]
struct Order {
    name: String,
}

fn main() {}
