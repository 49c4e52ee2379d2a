// R150: the model reads what went wrong
use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<Option<Result<String, std::fmt::Error>>, std::io::Error> {
    Ok(None)
}

fn main() {}
