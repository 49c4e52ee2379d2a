// R14: a schema is that of known types
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search<T: Send>(&self, it: T) {
        let _ = it;
    }
}

fn main() {}
