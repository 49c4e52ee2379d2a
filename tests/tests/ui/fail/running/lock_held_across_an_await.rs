// usage: a call may move between threads
use mcp_tool_runtime::mcp_tool;

use std::sync::Mutex;

async fn pause() {}

/// Counts calls.
#[mcp_tool]
async fn count(#[state] calls: &Mutex<u32>) -> u32 {
    let mut calls = calls.lock().unwrap();
    *calls += 1;
    pause().await;
    *calls
}

fn main() {}
