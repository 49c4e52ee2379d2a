// usage: `#[mcp_tools]` above the block, `#[mcp_tool]` above the method
use mcp_tool_runtime::mcp_tools;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches.
    #[mcp_tools]
    async fn search(&self) {}
}

fn main() {}
