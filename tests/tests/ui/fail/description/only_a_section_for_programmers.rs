// R11: a description ends at `# Examples`, and there is nothing above it
use mcp_tool_runtime::mcp_tool;

/// # Examples
///
/// Words such as `index`.
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {}
