// usage: an option of the type or of a field
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
enum Size {
    Small,
    #[elicit(foreign)]
    Large,
}

fn main() {}
