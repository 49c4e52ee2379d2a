// R03: only ASCII letters, digits, `_`, `-` and `.` in a name
use mcp_tool_runtime::{mcp_tool, mcp_tools};

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool(name = "read/all")]
    async fn search(&self) {}
}

fn main() {}
