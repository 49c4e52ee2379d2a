// usage: unknown keys are named, with those that there are
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(colour = "red")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
