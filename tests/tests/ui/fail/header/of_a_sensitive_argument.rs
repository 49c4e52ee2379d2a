// R48: proxies log headers
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Token", sensitive)] it: String) {
    let _ = it;
}

fn main() {}
