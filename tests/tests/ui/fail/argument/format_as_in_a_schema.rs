// usage: a format is that of a type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(format = "email")] limit: String) {
    let _ = limit;
}

fn main() {}
