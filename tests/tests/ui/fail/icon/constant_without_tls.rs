// R59: clients refuse icons from other schemes
use mcp_tool_runtime::mcp_tool;

mod logos {
    pub const SMALL: &str = "http://a.example/i.png";
}

/// Searches the archive.
#[mcp_tool(icon(src = logos::SMALL))]
async fn search() {}

fn main() {}
