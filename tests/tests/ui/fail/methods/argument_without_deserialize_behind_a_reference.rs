// R165: every argument is decoded by its type
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[derive(schemars::JsonSchema)]
struct Filter {
    word: String,
}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, filter: &Filter) {
        let _ = filter;
    }
}

fn main() {}
