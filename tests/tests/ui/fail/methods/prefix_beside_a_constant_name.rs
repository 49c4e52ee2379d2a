// R01: a name is a string
use mcp_tool_runtime::{mcp_tool, mcp_tools};

const NAME: &str = "search";

struct Server;

#[mcp_tools(prefix = "db_")]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = NAME)]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
