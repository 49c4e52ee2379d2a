// usage: everything that is wrong in a block shows at once, and its methods are still there
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools(read_onyl, prefix = "db/")]
impl Server {
    /// Searches the archive.
    #[mcp_tool(timeout = 30, icon = "icon.png", meta("mcp.dev/owner" = 1))]
    async fn search(&self, #[arg(range(5..=1), header = "My Region")] limit: u8) {
        let _ = limit;
    }

    #[mcp_tool]
    async fn fetch(&mut self, query: Option<&str>) {
        let _ = query;
    }

    /// Is as it should be.
    #[mcp_tool]
    async fn list(&self) {}
}

async fn build() {
    Server.search(3).await;
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
