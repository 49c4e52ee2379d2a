// usage: the ends of a range are values of the type
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(range(0..=1))] it: f64) {
        let _ = it;
    }
}

fn main() {}
