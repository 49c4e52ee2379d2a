// R04: no white space in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

const NAME: &str = "search it";

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = NAME)]
    async fn search(&self) {}
}

fn main() {}
