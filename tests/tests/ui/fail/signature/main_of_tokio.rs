// usage: the server awaits its tools
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
#[tokio::main]
async fn search() -> String {
    String::new()
}

fn main() {}
