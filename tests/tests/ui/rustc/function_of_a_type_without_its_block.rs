// usage: a macro cannot see the code around it
use mcp_tool_runtime::mcp_tool;

struct Archive;

impl Archive {
    /// Searches the archive.
    #[mcp_tool]
    async fn search() {}
}

fn main() {}
