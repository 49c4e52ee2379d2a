// usage: no macro knows where it stands
use mcp_tool_runtime::mcp_tool;

unsafe extern "C" {
    /// Searches the archive.
    #[mcp_tool]
    fn search(limit: i32);
}

fn main() {}
