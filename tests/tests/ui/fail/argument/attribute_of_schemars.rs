// usage: what schemars knows is an option of `#[arg]`
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(#[schemars(description = "How many", range(min = 1, max = 9))] limit: u8) {
    let _ = limit;
}

fn main() {}
