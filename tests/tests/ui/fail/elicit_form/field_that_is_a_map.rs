// R199: a form is one flat object of text, numbers, truth values and choices
use std::collections::HashMap;

use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    prices: HashMap<String, u32>,
}

fn main() {}
