// R06: a type has one method of a name
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
