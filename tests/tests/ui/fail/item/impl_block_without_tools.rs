// usage: a block of tools has `#[mcp_tools]`
use mcp_tool_runtime::mcp_tool;

struct Server;

#[mcp_tool]
impl Server {
    async fn search(&self) {}
}

fn main() {}
