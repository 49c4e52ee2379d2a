// usage: a default is said by serde
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[arg(default)]
    item: u8,
}

fn main() {}
