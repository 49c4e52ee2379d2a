// usage: the type is what is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self) {}

    fn build(self) {
        let _ = ToolRegistry::builder(self).tools(tools![Self::search]).build();
    }
}

fn main() {}
