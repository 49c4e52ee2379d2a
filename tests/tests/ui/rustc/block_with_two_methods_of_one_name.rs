// R06: the names of a type's methods are unique
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches.
    #[mcp_tool]
    async fn search(&self) {}

    /// Searches again.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
