// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches the archive.
#[mcp_tool(title = 5, companion = SearchTool)]
async fn search(query: String) -> String {
    query
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![SearchTool]).build();
}

fn main() {}
