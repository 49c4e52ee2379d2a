// R150: the model reads what went wrong
use mcp_tool_runtime::mcp_tool;

struct Broken;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<String, Broken> {
    Err(Broken)
}

fn main() {}
