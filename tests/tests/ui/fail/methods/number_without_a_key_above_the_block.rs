// usage: a value has a key
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(3)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
