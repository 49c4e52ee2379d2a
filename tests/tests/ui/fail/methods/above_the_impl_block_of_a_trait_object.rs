// usage: a tool belongs to one type
use mcp_tool_runtime::{mcp_tool, mcp_tools};

trait Database: Send + Sync {}

#[mcp_tools]
impl dyn Database {
    /// Searches.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
