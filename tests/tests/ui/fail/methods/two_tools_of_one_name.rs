// R06: names are unique within one server
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }

    /// Fetches a page.
    #[mcp_tool(name = "search")]
    async fn fetch(&self) {}
}

fn main() {}
