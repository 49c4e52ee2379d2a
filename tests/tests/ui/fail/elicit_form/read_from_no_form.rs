// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Place {
    city: String,
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[serde(from = "Place")]
struct Order {
    city: String,
}

impl From<Place> for Order {
    fn from(Place { city }: Place) -> Self {
        Order { city }
    }
}

fn main() {}
