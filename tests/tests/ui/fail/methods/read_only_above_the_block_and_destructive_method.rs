// R81: a read-only tool destroys nothing
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(read_only)]
impl Server {
    /// Searches the archive.
    #[mcp_tool(destructive)]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
