// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches the archive.
#[mcp_tool(read_onyl)]
async fn search(query: String) -> String {
    query
}

/// Fetches a page.
#[mcp_tool]
async fn fetch() {}

fn build() {
    let _ = ToolRegistry::builder(())
        .tools(tools![search, fetch])
        .build();
}

fn main() {}
