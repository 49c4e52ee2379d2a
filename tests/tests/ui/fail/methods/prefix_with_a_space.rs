// R04: no white space in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(prefix = "my db ")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
