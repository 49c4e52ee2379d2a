// usage: a tool that has been reported is not reported again where it is listed
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(read_onyl)]
    async fn search(&self, query: String) -> String {
        query
    }

    /// Fetches a page.
    #[mcp_tool]
    async fn fetch(&self) {}
}

fn call(server: &Server) {
    let _ = (server.search(String::new()), server.fetch());
}

fn build() {
    let _ = ToolRegistry::builder(Server).tools(tools![Server]).build();
}

fn main() {}
