// usage: a tool is a free function
use mcp_tool_runtime::mcp_tool;

trait Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String;
}

fn main() {}
