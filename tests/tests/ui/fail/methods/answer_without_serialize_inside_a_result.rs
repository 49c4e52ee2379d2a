// R100: an answer is written as its type says
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[derive(schemars::JsonSchema)]
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
