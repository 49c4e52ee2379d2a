// usage: what has no data has no schema of them
use mcp_tool_runtime::{ContentBlock, mcp_tool};

type Blocks = Vec<ContentBlock>;

/// Searches the archive.
#[mcp_tool(output = Vec<String>)]
async fn search() -> Result<Blocks, String> {
    Ok(Blocks::new())
}

fn main() {}
