// R60: a `data:` icon is an image in Base64
use mcp_tool_runtime::mcp_tool;

const LOGO: &str = concat!("data:image/png;base64,", "R0lGODlh");

/// Searches the archive.
#[mcp_tool(icon = LOGO)]
async fn search() {}

fn main() {}
