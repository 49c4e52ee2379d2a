// usage: what is wrapped has a name
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool(wrap)]
async fn search() -> Vec<String> {
    Vec::new()
}

fn main() {}
