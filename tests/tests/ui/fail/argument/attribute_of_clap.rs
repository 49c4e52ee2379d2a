// usage: parameters have an attribute of their own
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[clap(default_value = "a")] it: String) {
    drop(it);
}

fn main() {}
