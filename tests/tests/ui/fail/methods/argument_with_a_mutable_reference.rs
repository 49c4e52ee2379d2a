// R165: every argument is decoded by its type
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: &mut String) {
        query.clear();
    }
}

fn main() {}
