// R04: no white space in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = "search it")]
    async fn search(&self) {}
}

fn main() {}
