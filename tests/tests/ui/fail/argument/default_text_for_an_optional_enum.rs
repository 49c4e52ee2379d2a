// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
enum Unit {
    Metric,
    Imperial,
}

/// Reports the temperature.
#[mcp_tool]
async fn temperature(#[arg(default = "Metric")] unit: Option<Unit>) {
    let _ = unit;
}

fn main() {}
