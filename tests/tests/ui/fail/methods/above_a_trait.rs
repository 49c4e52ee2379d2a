// usage: the attribute stands above an `impl` block
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[mcp_tools]
trait Search {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String;
}

fn main() {}
