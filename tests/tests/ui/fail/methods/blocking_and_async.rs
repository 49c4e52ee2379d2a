// usage: a future waits without a thread of its own
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(blocking)]
    async fn search(&self) {}
}

fn main() {}
