// usage: one `#[mcp_tools]` above a block
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(prefix = "a_")]
#[mcp_tools]
impl Server {
    /// Searches.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
