// usage: a companion is the name of a type
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(companion = "AdminTools")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
