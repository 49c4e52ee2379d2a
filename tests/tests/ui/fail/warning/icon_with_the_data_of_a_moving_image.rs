// R62: clients show PNG, JPEG, SVG and WebP
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(icon = "data:image/gif;base64,R0lGODlh")]
async fn search() {}

fn main() {}
