// usage: a model calls a tool with whatever it likes
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    unsafe fn search(&self) {}
}

fn main() {}
