// usage: the nearest known key is named
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(dafault = 3)] limit: u8) {
        let _ = limit;
    }
}

fn main() {}
