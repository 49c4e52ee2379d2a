// usage: a doc comment describes a field
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[arg(description = "What to eat")]
    item: String,
}

fn main() {}
