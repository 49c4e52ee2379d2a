// usage: one attribute for each tool
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    #[mcp_tool(read_only)]
    async fn search(&self) {}
}

fn main() {}
