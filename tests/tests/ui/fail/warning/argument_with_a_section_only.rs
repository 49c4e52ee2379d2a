// R12: a description ends at `# Examples`, and there is nothing above it
#![deny(deprecated)]
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// # Examples
    ///
    /// Words such as `index`.
    query: String,
) -> String {
    query
}

fn main() {
    let _ = search;
}
