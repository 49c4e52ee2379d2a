// usage: the methods of a trait are no tools
use mcp_tool_runtime::mcp_tool;

trait Search {
    async fn search(&self, query: String) -> String;
}

struct Server;

impl Search for Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
