// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Place {
    city: String,
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    name: String,
    #[serde(flatten)]
    place: Place,
}

fn main() {}
