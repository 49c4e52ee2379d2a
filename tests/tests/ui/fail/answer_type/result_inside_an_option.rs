// R150: the model reads what went wrong
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Option<Result<String, std::fmt::Error>> {
    None
}

fn main() {}
