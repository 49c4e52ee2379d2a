// usage: a block has tools
use mcp_tool_runtime::mcp_tools;

struct Server;

#[mcp_tools]
impl Server {
    fn search(&self) {}
}

fn main() {}
