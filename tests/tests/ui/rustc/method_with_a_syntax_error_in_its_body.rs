// usage: rustc reports mistakes in bodies
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) -> u8 {
        let it = ;
        it
    }
}

fn main() {}
