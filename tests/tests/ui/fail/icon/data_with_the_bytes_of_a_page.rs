// R60: a `data:` icon is an image in Base64
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:image/svg+xml;base64,PGh0bWw+PC9odG1sPg==")]
async fn search() {}

fn main() {}
