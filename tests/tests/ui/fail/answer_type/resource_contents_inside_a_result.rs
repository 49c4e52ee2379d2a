// usage: a resource is in a content block
#![allow(deprecated)]
use mcp_tool_runtime::{ResourceContents, ToolError, mcp_tool};

/// Reads a file.
#[mcp_tool]
async fn read() -> Result<ResourceContents, ToolError> {
    panic!()
}

fn main() {}
