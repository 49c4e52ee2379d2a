// usage: a tool has one set of arguments
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[cfg_attr(unix, doc = "How many, on this system")] limit: u8) {
    let _ = limit;
}

fn main() {}
