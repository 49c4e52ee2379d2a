// usage: the second block of a type needs `companion`
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) {}
}

#[mcp_tools]
impl Server {
    /// Empties the cache.
    #[mcp_tool]
    async fn purge(&self) {}
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
