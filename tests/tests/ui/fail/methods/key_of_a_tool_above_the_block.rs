// usage: some keys are for single tools
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(title = "Search")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
