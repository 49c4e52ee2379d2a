// usage: only a type with `#[mcp_tools]` has tools
use mcp_tool_runtime::{ToolRegistry, tools};

struct Server;

impl Server {
    fn search(&self) {}
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
