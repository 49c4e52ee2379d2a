// R40: no line break in the name of a header
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(header = "Region\n")] it: String) {
    let _ = it;
}

fn main() {}
