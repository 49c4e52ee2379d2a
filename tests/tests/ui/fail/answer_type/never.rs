// usage: a call has an answer
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> ! {
    panic!()
}

fn main() {}
