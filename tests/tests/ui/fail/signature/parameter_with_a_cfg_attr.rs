// usage: the parameters of a tool are known
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[cfg_attr(unix, arg(default))] page: u32) {
    let _ = page;
}

fn main() {}
