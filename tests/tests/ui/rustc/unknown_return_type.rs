// usage: a missing type is reported once
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Page {
    text: String,
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Paeg {
    todo!()
}

fn main() {}
