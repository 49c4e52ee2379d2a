// usage: an option of the type
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[elicit(crate = mcp_tool_runtime)]
    name: String,
}

fn main() {}
