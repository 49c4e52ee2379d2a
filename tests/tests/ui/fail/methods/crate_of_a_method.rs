// usage: the block says where the runtime is
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(crate = ::mcp_tool_runtime)]
    async fn search(&self) {}
}

fn main() {}
