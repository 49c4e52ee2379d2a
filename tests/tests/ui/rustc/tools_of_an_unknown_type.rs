// usage: rustc reports mistakes in types
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
