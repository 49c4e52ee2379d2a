// usage: what is wrapped has a name
use mcp_tool_runtime::mcp_tool;

const NAME: usize = 5;

/// Searches the archive.
#[mcp_tool(wrap = NAME)]
async fn search() -> Vec<u8> {
    Vec::new()
}

fn main() {}
