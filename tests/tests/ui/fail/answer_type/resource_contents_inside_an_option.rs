// usage: a resource is in a content block
#![allow(deprecated)]
use mcp_tool_runtime::{ResourceContents, mcp_tool};

/// Reads a file.
#[mcp_tool]
async fn read() -> Option<ResourceContents> {
    panic!()
}

fn main() {}
