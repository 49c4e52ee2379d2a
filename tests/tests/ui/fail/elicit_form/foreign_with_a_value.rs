// usage: a flag that has a value
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[elicit(foreign = "text")]
    name: String,
}

fn main() {}
