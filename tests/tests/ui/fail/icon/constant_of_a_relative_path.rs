// R58: an icon comes from `https:` or `data:`
use mcp_tool_runtime::mcp_tool;

const LOGO: &str = "logo.png";

/// Searches the archive.
#[mcp_tool(icon = LOGO)]
async fn search() {}

fn main() {}
