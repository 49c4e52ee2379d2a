// usage: a method is a tool where its block says so
use mcp_tool_runtime::mcp_tool;

trait Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String;
}

fn main() {}
