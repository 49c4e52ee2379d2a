// R81: a read-only tool destroys nothing
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(destructive)]
impl Server {
    /// Searches the archive.
    #[mcp_tool(read_only)]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
