// usage: the schema is that of a type
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output = schemars::schema_for!(Vec<String>))]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
