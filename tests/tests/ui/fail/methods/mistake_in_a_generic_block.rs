// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server<D>(D);

#[mcp_tools]
impl<D: Send + Sync + 'static> Server<D> {
    /// Searches the archive.
    #[mcp_tool(read_onyl)]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn build() {
    let _ = ToolRegistry::builder(Server(1_u8)).tools(tools![Server<u8>]).build();
}

fn main() {}
