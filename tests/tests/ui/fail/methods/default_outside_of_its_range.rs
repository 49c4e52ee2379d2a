// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(range(1..=10), default = 25)] it: u8) {
        let _ = it;
    }
}

fn main() {}
