// usage: a tool is a function with a body
use mcp_tool_runtime::mcp_tool;

unsafe extern "C" {
    /// Searches the archive.
    #[mcp_tool]
    safe fn search(limit: i32);
}

fn main() {}
