// R03: only ASCII letters, digits, `_`, `-` and `.` in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools(prefix = "db/")]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, query: String) -> String {
        query
    }
}

fn main() {}
