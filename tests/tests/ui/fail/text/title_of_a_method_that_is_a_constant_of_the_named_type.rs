// R09: a title is display text
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

impl Server {
    const TITLE: &'static str = "TODO";
}

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(title = Server::TITLE)]
    async fn search(&self) {}
}

fn main() {}
