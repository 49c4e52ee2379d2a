// usage: `Result` of the standard library has two types
use mcp_tool_runtime::mcp_tool;

/// Counts the hits.
#[mcp_tool]
async fn count() -> Result<i64> {
    Ok(1)
}

fn main() {}
