// usage: `tools!` allows `deprecated`, because it may list a deprecated tool
#![forbid(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools, tools};

/// Finds one.
#[mcp_tool]
fn find() {}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {
    let _: Vec<mcp_tool_runtime::Tool<Server>> = tools![Server, find];
}
