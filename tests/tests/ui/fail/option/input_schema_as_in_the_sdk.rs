// usage: the schema is that of the parameters
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(input_schema = schema())]
async fn search() {}

fn main() {}
