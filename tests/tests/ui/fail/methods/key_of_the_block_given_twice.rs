// usage: each key is given once
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(read_only, read_only = false)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
