// usage: the attribute stands above an `impl` block
use mcp_tool_runtime::mcp_tools;

/// Searches the archive.
#[mcp_tools]
fn search() -> impl Sized {}

fn main() {}
