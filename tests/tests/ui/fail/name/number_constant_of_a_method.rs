// R01: a name is a string
use mcp_tool_runtime::{mcp_tool, mcp_tools};

const NAME: u8 = 3;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = NAME)]
    async fn search(&self) {}
}

fn main() {}
