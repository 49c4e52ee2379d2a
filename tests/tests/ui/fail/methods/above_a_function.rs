// usage: the attribute stands above an `impl` block
use mcp_tool_runtime::{ToolRegistry, mcp_tools, tools};

/// Searches the archive.
#[mcp_tools(title = "Search")]
async fn search(#[arg(default)] page: u8) {
    let _ = page;
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![search]).build();
}

fn main() {}
