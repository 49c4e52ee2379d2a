// usage: each annotation is a key of its own
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool(annotations(read_only_hint = true))]
    async fn search(&self) {}
}

fn main() {}
