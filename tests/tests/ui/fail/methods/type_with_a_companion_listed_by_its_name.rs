// usage: the companion is what is listed
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools(companion = AdminTools)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
