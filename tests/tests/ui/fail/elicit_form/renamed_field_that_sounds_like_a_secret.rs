// R199: a form asks for no secret
#![deny(deprecated)]
#![allow(dead_code)]
use mcp_tool_runtime::ElicitForm;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Login {
    user: String,
    #[serde(rename = "apiKey")]
    entry: String,
}

fn main() {}
