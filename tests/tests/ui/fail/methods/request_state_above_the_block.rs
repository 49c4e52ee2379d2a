// R197: what was answered comes back to a tool that asks
use mcp_tool_runtime::{ToolContext, mcp_tool, mcp_tools};

struct Archive;

#[mcp_tools(request_state)]
impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, #[context] cx: &ToolContext) {
        let _ = cx;
    }
}

fn main() {}
