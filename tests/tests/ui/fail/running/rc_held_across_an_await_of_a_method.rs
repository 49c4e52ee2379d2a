// usage: a call may move between threads
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

use std::rc::Rc;

async fn pause() {}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        let shared = Rc::new(query);
        pause().await;
        shared.to_string()
    }
}

fn main() {}
