// usage: a method is a tool in any case
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[cfg_attr(all(), mcp_tool)]
    async fn search(&self) {}

    /// Empties the archive.
    #[mcp_tool]
    async fn empty(&self) {}
}

fn main() {}
