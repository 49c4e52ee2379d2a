// usage: a macro cannot see the code around it
use mcp_tool_runtime::mcp_tool;

trait Archive {
    /// Searches the archive.
    #[mcp_tool]
    fn search();
}

fn main() {}
