// usage: what the server provides is marked
#![allow(deprecated)]
use mcp_tool_runtime::{ToolContext, mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, context: &ToolContext) {
        let _ = context;
    }
}

fn main() {}
