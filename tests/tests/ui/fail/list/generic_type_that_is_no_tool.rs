// usage: an entry of `tools!` is a function with `#[mcp_tool]`
use mcp_tool_runtime::{ToolRegistry, tools};

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![Vec<u8>]).build();
}

fn main() {}
