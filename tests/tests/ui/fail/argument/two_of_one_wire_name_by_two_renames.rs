// R29: the name of an argument is a key of one object
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(rename = "max")] limit: u8, #[arg(rename = "max")] pages: u8) {
    let _ = (limit, pages);
}

fn main() {}
