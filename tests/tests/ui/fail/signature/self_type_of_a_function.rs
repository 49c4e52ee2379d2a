// usage: a function of a type is a tool where its block says so
use mcp_tool_runtime::mcp_tool;

struct Archive;

impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search() -> Option<Self> {
        None
    }
}

fn main() {}
