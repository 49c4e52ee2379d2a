// usage: a block finds its tools by the name `#[mcp_tool]`
use mcp_tool_runtime::{mcp_tool as action, mcp_tools, tools};

/// Is no method.
#[action]
fn find() {}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches.
    #[action]
    async fn search(&self) {}

    /// Counts.
    #[action(read_only)]
    async fn count(&self) {}
}

fn main() {
    let _: Vec<mcp_tool_runtime::Tool<Server>> = tools![Server, find];
}
