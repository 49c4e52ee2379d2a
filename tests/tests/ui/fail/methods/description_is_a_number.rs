// R12: a description is text
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    #[mcp_tool(description = 3)]
    async fn search(&self) {}
}

fn main() {}
