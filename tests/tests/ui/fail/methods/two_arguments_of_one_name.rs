// R29: the name of an argument is a key of one object
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, from: u8, #[arg(rename = "from")] to: u8) {
        let _ = (from, to);
    }
}

fn main() {}
