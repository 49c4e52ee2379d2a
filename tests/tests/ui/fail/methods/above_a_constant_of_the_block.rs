// usage: a method is a tool, and a constant is none
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// How many there are.
    #[mcp_tool]
    const COUNT: u8 = 1;
}

fn main() {}
