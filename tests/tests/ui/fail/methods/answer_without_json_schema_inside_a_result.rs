// R100: an answer has a schema
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[derive(serde::Serialize)]
struct Page {
    text: String,
}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) -> Result<Page, String> {
        todo!()
    }
}

fn main() {}
