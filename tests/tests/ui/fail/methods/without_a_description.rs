// R11: the description is what a model selects on
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
