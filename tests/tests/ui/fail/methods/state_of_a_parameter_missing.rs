// usage: a registry has the state of all its tools
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Archive;

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[state] archive: &Archive) {
        let _ = archive;
    }
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
