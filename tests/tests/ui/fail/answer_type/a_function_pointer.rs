// usage: a model reads data
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search() -> fn(i32) -> i32 {
    |number| number
}

fn main() {}
