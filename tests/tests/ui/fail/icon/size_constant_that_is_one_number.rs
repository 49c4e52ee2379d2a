// R63: a size is two numbers, or any
use mcp_tool_runtime::mcp_tool;

const SIZE: &str = "48";

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", sizes = [SIZE]))]
async fn search() {}

fn main() {}
