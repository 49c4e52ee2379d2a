// usage: what is one of several values is an enum
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(enum = ["few", "many"])] limit: String) {
    let _ = limit;
}

fn main() {}
