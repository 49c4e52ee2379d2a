// usage: a future is what `async fn` makes of a type
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<Box<dyn Future<Output = u8> + Send>, String> {
    Err(String::new())
}

fn main() {}
