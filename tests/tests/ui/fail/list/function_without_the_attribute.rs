// usage: an entry of `tools!` is a function with `#[mcp_tool]`
use mcp_tool_runtime::{ToolRegistry, tools};

async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![search]).build();
}

fn main() {}
