// usage: a time has a unit
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(timeout = 30)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
