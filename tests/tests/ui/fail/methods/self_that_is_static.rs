// usage: state is lent
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&'static self) {}
}

fn main() {}
