// usage: the type is that of the parameter
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(type = "integer")] limit: u8) {
    let _ = limit;
}

fn main() {}
