// usage: a method is a tool by `#[mcp_tool]`
use mcp_tool_runtime::mcp_tools;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches.
    #[tool]
    async fn search(&self) {}
}

fn main() {}
