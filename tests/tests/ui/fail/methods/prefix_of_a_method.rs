// usage: the block has the prefix
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(prefix = "db_")]
    async fn search(&self) {}
}

fn main() {}
