// R67: metadata is an object
use mcp_tool_runtime::mcp_tool;
use serde_json::json;

/// Searches the archive.
#[mcp_tool(meta = json!({ "owner": "team" }))]
async fn search() {}

fn main() {}
