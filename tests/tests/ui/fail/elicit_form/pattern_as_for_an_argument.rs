// R199: a form has no word for a pattern
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Order {
    #[arg(pattern("^a"))]
    item: String,
}

fn main() {}
