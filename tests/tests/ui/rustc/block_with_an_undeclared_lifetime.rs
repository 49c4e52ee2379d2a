// usage: lifetimes are declared after `impl`
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server<'a>(&'a str);

#[mcp_tools]
impl Server<'a> {
    /// Searches.
    #[mcp_tool]
    async fn search(&self) {}
}

fn main() {}
