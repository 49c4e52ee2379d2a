// usage: a key that is nearly right
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[elicit(foriegn)]
    name: String,
}

fn main() {}
