// usage: a macro cannot see the code around it
use mcp_tool_runtime::mcp_tool;

unsafe extern "C" {
    /// Searches the archive.
    #[mcp_tool]
    fn search(limit: i32);
}

fn main() {}
