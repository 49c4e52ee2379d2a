// usage: a description is a doc comment, or an option of `#[arg]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[description("How many")] limit: u8) {
    let _ = limit;
}

fn main() {}
