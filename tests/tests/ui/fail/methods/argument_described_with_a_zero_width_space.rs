// R12: a description is text
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(
        &self,
        /// Text
        /// to look​ for
        query: String,
    ) -> String {
        query
    }
}

fn main() {}
