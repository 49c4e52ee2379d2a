// usage: a future is what `async fn` makes of a type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search() -> std::pin::Pin<Box<dyn Future<Output = String> + Send>> {
    Box::pin(async { String::new() })
}

fn main() {}
