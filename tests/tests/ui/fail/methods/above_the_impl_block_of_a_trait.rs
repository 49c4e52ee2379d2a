// usage: the methods of a trait are no tools
use mcp_tool_runtime::{mcp_tool, mcp_tools};

trait Search {
    fn search(&self, query: String) -> String;
}

struct Server;

#[mcp_tools]
impl Search for Server {
    /// Searches the archive.
    #[mcp_tool]
    fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
