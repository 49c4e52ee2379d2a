// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools(companion = AdminTools, read_onyl)]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![AdminTools]).build();
}

fn main() {}
