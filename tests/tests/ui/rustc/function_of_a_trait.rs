// usage: no macro knows where it stands
use mcp_tool_runtime::mcp_tool;

trait Archive {
    /// Searches the archive.
    #[mcp_tool]
    fn search();
}

fn main() {}
