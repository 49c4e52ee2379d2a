// R64: a theme is light or dark
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i.png", theme = dark))]
async fn search() {}

fn main() {}
