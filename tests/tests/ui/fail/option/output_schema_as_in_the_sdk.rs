// usage: the schema is that of the answer
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(output_schema = schema())]
async fn search() {}

fn main() {}
