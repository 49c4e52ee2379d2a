// usage: no macro knows where it stands
use mcp_tool_runtime::mcp_tool;

struct Archive;

impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search() {}
}

fn main() {}
