// usage: another key has the type
use mcp_tool_runtime::{CallToolResult, mcp_tool};

/// Searches the archive.
#[mcp_tool(output_schema = rmcp::handler::server::tool::schema_for_output::<Vec<String>>().unwrap())]
async fn search() -> CallToolResult {
    CallToolResult::default()
}

fn main() {}
