// usage: an entry is a path
#![allow(deprecated)]
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

/// Searches.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

mod admin {
    use mcp_tool_runtime::mcp_tool;

    /// Empties the cache.
    #[mcp_tool]
    pub(crate) fn purge() {}
}

fn build() {
    let _ = ToolRegistry::builder(()).tools(tools![search, admin::]).build();
}

fn main() {}
