// usage: nothing can stop a function that runs in place
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(timeout = "30s")]
    fn search(&self) {}
}

fn main() {}
