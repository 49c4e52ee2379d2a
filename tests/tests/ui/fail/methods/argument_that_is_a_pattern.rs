// usage: an argument has one name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, (from, to): (u8, u8)) {
        let _ = (from, to);
    }
}

fn main() {}
