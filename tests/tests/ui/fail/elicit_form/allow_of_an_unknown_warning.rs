// usage: `allow` names warnings
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Login {
    #[elicit(allow(secrets))]
    password: String,
}

fn main() {}
