// R150: the model reads what went wrong
use mcp_tool_runtime::mcp_tool;

struct Broken;

type Reply<T> = Result<T, Broken>;

/// Searches the archive.
#[mcp_tool]
async fn search() -> Reply<String> {
    Err(Broken)
}

fn main() {}
