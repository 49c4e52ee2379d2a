// R29: the name of an argument is a key of one object
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(limit: u8, #[arg(rename = "limit")] pages: u8) {
    let _ = (limit, pages);
}

fn main() {}
