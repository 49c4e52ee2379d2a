// usage: what is published is enforced
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(range(5..=1))] limit: u8) {
        let _ = limit;
    }
}

fn main() {}
