// usage: a tool is a function
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
macro_rules! search {
    () => {};
}
search!();

fn main() {}
