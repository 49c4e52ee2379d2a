// R41: a header belongs to one argument
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region")] from: String, #[arg(header = "Region")] to: String) {
    let _ = (from, to);
}

fn main() {}
