// R199: what a field admits is said by schemars
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[arg(length(..40))]
    item: String,
}

fn main() {}
