// R14: every argument has a schema
use mcp_tool_runtime::mcp_tool;
use schemars::Schema;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(schema = |_| Schema::default())] it: String) {
    let _ = it;
}

fn main() {}
