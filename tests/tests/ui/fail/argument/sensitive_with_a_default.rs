// R30: a default is published in the schema
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(sensitive, default = "root")] it: String) {
    let _ = it;
}

fn main() {}
