// usage: the block says that its methods are tools
use mcp_tool_runtime::mcp_tool;

struct Server;

impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
