// usage: a delay is a string
use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("no such note")]
    #[tool_error(retry_after = 5m)]
    Missing(u32),
}

fn main() {}
