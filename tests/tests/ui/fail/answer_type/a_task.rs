// usage: the server awaits the answer
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
fn search() -> tokio::task::JoinHandle<String> {
    tokio::spawn(async { String::new() })
}

fn main() {}
