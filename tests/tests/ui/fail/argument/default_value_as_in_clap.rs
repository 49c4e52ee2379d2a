// usage: a default is `default`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default_value_t = 5)] limit: u8) {
    let _ = limit;
}

fn main() {}
