// usage: a call may move between threads
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

use std::rc::Rc;

async fn pause() {}

/// Searches the archive.
#[mcp_tool]
async fn search(query: String) -> String {
    let shared = Rc::new(query);
    pause().await;
    shared.to_string()
}

fn main() {}
