// usage: the server awaits the answer
use mcp_tool_runtime::mcp_tool;

type Reply = std::pin::Pin<Box<dyn Future<Output = String> + Send>>;

/// Searches the archive.
#[mcp_tool]
fn search() -> Reply {
    Box::pin(async { String::new() })
}

fn main() {}
