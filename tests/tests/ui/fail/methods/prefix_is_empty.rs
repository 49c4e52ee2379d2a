// R02: a name has 1 to 128 characters
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(prefix = "")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
