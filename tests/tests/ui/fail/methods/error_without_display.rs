// R150: the model reads what went wrong
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Broken;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) -> Result<String, Broken> {
        Err(Broken)
    }
}

fn main() {}
