// R63: a size is two numbers, or any
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", sizes = ["48X48"]))]
async fn search() {}

fn main() {}
