// usage: a range is for numbers
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(range(1..=5))] query: String) {
        let _ = query;
    }
}

fn main() {}
