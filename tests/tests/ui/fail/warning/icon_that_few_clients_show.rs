// R62: clients show PNG, JPEG, SVG and WebP
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon(src = "https://a.example/i", mime_type = "image/x-icon"))]
async fn search() {}

fn main() {}
