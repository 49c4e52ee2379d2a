// usage: what is listed is the type
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(companion = SearchTool)]
    async fn search(&self) {}
}

fn main() {}
