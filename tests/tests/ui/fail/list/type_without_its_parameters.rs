// usage: what is listed is a type
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server<D>(D);

#[mcp_tools]
impl<D: Send + Sync + 'static> Server<D> {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn build() {
    let _ = ToolRegistry::builder(Server(1_u8)).tools(tools![Server]).build();
}

fn main() {}
