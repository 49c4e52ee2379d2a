// usage: a tool answers in the types of this crate
use mcp_tool_runtime::mcp_tool;

use rmcp::model::ContentBlock;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Vec<ContentBlock> {
    Vec::new()
}

fn main() {}
