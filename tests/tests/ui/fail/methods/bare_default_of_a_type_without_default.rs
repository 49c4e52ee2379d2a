// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    word: String,
}

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[arg(default)] filter: Filter) {
        let _ = filter;
    }
}

fn main() {}
