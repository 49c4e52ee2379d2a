// R04: no white space in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

impl Server {
    const NAME: &str = "search it";
}

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = Self::NAME)]
    async fn search(&self) {}
}

fn main() {}
