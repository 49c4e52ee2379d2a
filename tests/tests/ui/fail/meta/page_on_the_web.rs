// R79: what shows a tool is a resource of the server
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(meta(ui = serde_json::json!({ "resourceUri": "https://a.example/ui" })))]
async fn search() {}

fn main() {}
