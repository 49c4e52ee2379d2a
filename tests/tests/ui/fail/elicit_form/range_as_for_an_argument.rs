// R199: what a field admits is said by schemars
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[arg(range(1..=3))]
    item: u8,
}

fn main() {}
