// usage: a block of tools has `#[mcp_tools]`
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

struct Server;

#[mcp_tool(prefix = "archive_")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(default)] page: u8) {
        let _ = page;
    }

    /// Empties the cache.
    #[mcp_tool]
    async fn purge(&self) {}
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
