// usage: an option of a field
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[elicit(foreign)]
struct Order {
    name: String,
}

fn main() {}
