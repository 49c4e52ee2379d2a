// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

struct Server;

/// Searches the archive.
#[mcp_tool]
impl Server {
    async fn search(&self) {}
}

fn main() {}
