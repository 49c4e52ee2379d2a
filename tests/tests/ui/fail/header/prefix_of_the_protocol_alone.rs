// R38: the client writes the prefix
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Mcp-Param-")] it: String) {
    drop(it);
}

fn main() {}
