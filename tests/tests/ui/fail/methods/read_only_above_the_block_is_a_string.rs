// R80: a hint is a boolean
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(read_only = "yes")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
