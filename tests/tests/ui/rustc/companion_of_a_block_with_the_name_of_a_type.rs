// usage: `companion` takes the name of a new type
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools(companion = Server)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) {}
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
