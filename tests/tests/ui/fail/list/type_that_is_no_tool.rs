// usage: an entry of `tools!` is a function with `#[mcp_tool]`
use mcp_tool_runtime::{ToolRegistry, tools};

struct Search;

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![Search]).build();
}

fn main() {}
