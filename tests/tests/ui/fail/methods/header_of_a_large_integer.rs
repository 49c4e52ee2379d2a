// R43: only what every peer reads alike is mirrored
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(header = "Tenant")] tenant: u64) {
        let _ = tenant;
    }
}

fn main() {}
