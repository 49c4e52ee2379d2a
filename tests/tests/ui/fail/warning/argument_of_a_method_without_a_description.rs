// R12: every parameter has a description
#![deny(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {
    let _ = Archive::search;
}
