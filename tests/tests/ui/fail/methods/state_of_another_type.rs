// usage: a registry has the state of all its tools
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![Server]).build();
}

fn main() {}
