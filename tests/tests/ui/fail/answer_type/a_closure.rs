// usage: a model reads data
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search() -> Box<dyn Fn() -> u8> {
    Box::new(|| 1)
}

fn main() {}
