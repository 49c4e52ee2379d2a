// usage: state is lent
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[state] archive: Archive) {
        let _ = archive;
    }
}

fn main() {}
