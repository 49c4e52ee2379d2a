// usage: options stand in parentheses
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool = "search"]
    async fn search(&self) {}
}

fn main() {}
