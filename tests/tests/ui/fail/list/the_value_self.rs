// usage: what is listed is a type, and no value
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

#[derive(Clone)]
struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }

    fn build(&self) {
        let _ = ToolRegistry::builder(self.clone()).tools(tools![self]).build();
    }
}

fn main() {}
